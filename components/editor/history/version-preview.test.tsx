// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { patch } from '@/components/ui/observable';
import { TooltipProvider } from '@/components/ui/tooltip';
import { indexDescriptors, type PipelineDocument } from '@/engine';
import type { VersionDetail } from '@/lib/contracts/pipelines';
import { selectSteps } from '../model/selection';
import { createSession } from '../session';
import { DocumentScope, EditorProvider } from '../use-editor';
import { useVersionPreview } from './use-version-preview';
import { VersionBanner } from './version-banner';
import { VersionInspector } from './version-inspector';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const document = (message: string): PipelineDocument => ({
  name: 'p',
  steps: [{ id: 'a', name: 'Alpha', action: 'log', params: { message, level: 'info' } }],
});

function stored(version: number, previous: number | null, message: string): VersionDetail {
  const text = JSON.stringify(document(message));
  return { version, previous, text, origin: 'save', name: null, savedAt: '2026-01-01T00:00:00.000Z' };
}

function Preview() {
  const preview = useVersionPreview();
  if (preview === undefined) return null;
  return (
    <DocumentScope value={preview.session}>
      <VersionBanner preview={preview} onExit={() => {}} />
      <VersionInspector version={preview.version} name={preview.name} />
    </DocumentScope>
  );
}

/** Previews a version of a pipeline with a draft "draft"; the server has only these versions. */
function preview(version: number, versions: readonly VersionDetail[]) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address.replace('/api/v1/pipelines/p1/versions/', ''));
    const found = versions.find((each) => address.endsWith(`/${each.version}`));
    return found
      ? Response.json(found)
      : Response.json({ code: 'not_found', message: 'Gone.' }, { status: 404 });
  });
  const session = createSession({
    document: document('draft'),
    descriptors: indexDescriptors([]),
    pipelineId: 'p1',
  });
  session.store.select(selectSteps('a'));
  patch(session.interaction, { version });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TooltipProvider>
        <EditorProvider value={session}>
          <Preview />
        </EditorProvider>
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { session, asked };
}

const words = () => screen.getByRole('status').textContent;

it('compares a version with the newest older one that still exists', async () => {
  const { asked } = preview(5, [stored(5, 2, 'five'), stored(2, null, 'two')]);
  const choice = await screen.findByRole('radio', { name: 'vs. v2' });
  expect(words()).toBe('Restoring changes: 1 step changed');
  act(() => fireEvent.click(choice));
  await waitFor(() => expect(words()).toBe('Changed in this version: 1 step changed'));
  expect(asked).toEqual(['5', '2']);
});

it('says when no older version exists, and compares with the draft', async () => {
  const { asked } = preview(2, [stored(2, null, 'two')]);
  const choice = await screen.findByRole<HTMLInputElement>('radio', { name: 'No older version' });
  expect(choice.disabled).toBe(true);
  expect(words()).toBe('Restoring changes: 1 step changed');
  expect(asked).toEqual(['2']);
});

it('shows the selected step of the version, read-only', async () => {
  const { session } = preview(5, [stored(5, 2, 'five')]);
  await screen.findByText('five');
  const details = screen.getByRole('region', { name: 'Version details' });
  expect(details.textContent).toContain('v5, read-only');
  expect(screen.getByRole('heading', { name: 'Alpha' })).toBeTruthy();
  expect(details.textContent).toContain('Changed params.message');
  expect(details.textContent).toContain('messagechangedfive');
  expect(details.textContent).toContain('levelinfo');
  expect(details.textContent).not.toContain('draft');
  expect(details.querySelectorAll('input, textarea, select, button, [contenteditable]')).toHaveLength(0);
  expect(session.store.getState().document).toEqual(document('draft'));
});
