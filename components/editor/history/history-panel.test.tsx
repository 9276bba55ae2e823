// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TooltipProvider } from '@/components/ui/tooltip';
import { indexDescriptors } from '@/engine';
import type { RunMark, VersionSummary } from '@/lib/contracts/pipelines';
import { createSession } from '../session';
import { EditorProvider } from '../use-editor';
import { HistoryPanel } from './history-panel';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const AT = '2026-01-01T00:00:00.000Z';

const mark: RunMark = {
  id: 'run_7',
  number: 7,
  status: 'running',
  hold: null,
  warnings: null,
  durationMs: null,
  createdAt: AT,
};

const version = (recentRuns: RunMark[]): VersionSummary => ({
  version: 1,
  origin: 'run',
  name: null,
  savedAt: AT,
  stepCount: 1,
  problemCount: 0,
  changes: null,
  runCount: recentRuns.length,
  recentRuns,
});

it('lists a run that began while the panel was closed', async () => {
  let runs: RunMark[] = [];
  vi.stubGlobal('fetch', async () => Response.json({ versions: [version(runs)], next: null }));
  const session = createSession({
    document: { steps: [] },
    descriptors: indexDescriptors([]),
    pipelineId: 'p1',
  });
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const open = () =>
    render(
      <QueryClientProvider client={cache}>
        <TooltipProvider>
          <EditorProvider value={session}>
            <HistoryPanel onOpenRun={() => {}} />
          </EditorProvider>
        </TooltipProvider>
      </QueryClientProvider>,
    );
  const first = open();
  await screen.findByText('Version 1');
  expect(screen.queryByText(/#7/)).toBeNull();
  first.unmount();
  runs = [mark];
  open();
  expect(await screen.findByText(/#7/)).toBeTruthy();
});
