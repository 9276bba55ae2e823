// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PipelineSummary } from '@/lib/contracts/pipelines';
import type { RunSummary } from '@/lib/contracts/runs';
import { BarProvider, useBarItems } from './bar-context';
import type { BarItem } from './bar-item';
import { CommandBar } from './command-bar';

const push = vi.fn();
const router: AppRouterInstance = {
  bfcacheId: '',
  back: () => undefined,
  forward: () => undefined,
  refresh: () => undefined,
  push,
  replace: () => undefined,
  prefetch: () => undefined,
};

const CREATED = '2026-03-12T11:36:00.000Z';

const pipeline: PipelineSummary = {
  id: 'p1',
  name: 'Import orders',
  description: '',
  folder: null,
  tags: [],
  pinned: false,
  version: 3,
  versionCount: 2,
  stepCount: 4,
  problemCount: 0,
  updatedAt: CREATED,
  recentRuns: [],
};

const run: RunSummary = {
  id: 'run_412',
  number: 412,
  pipelineId: 'p1',
  pipelineName: 'Import orders',
  version: 3,
  status: 'completed',
  hold: null,
  createdAt: CREATED,
  startedAt: CREATED,
  finishedAt: CREATED,
  durationMs: 10,
  trigger: 'manual',
  triggerId: null,
  triggerName: null,
  parentRunId: null,
  parentNumber: null,
  error: null,
  failedStep: null,
  pinned: false,
  fixedBy: null,
  warnings: null,
};

const answers: Readonly<Record<string, unknown>> = {
  '/api/v1/pipelines': { pipelines: [pipeline], next: null },
  '/api/v1/runs': { runs: [run], next: null },
  '/api/v1/actions': [
    { type: 'http_request', title: 'HTTP request', icon: 'book', description: 'Calls a URL.' },
  ],
};

beforeEach(() => {
  localStorage.clear();
  push.mockReset();
  // Jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('fetch', async (url: string) => Response.json(answers[String(url).split('?')[0] ?? '']));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page({ items }: { items: readonly BarItem[] }) {
  useBarItems(() => items);
  return <input aria-label="A field of the page" />;
}

function open(items: readonly BarItem[] = []) {
  render(
    <AppRouterContext value={router}>
      <QueryClientProvider client={new QueryClient()}>
        <BarProvider>
          <Page items={items} />
          <CommandBar />
        </BarProvider>
      </QueryClientProvider>
    </AppRouterContext>,
  );
  const field = screen.getByRole('textbox', { name: 'A field of the page' });
  field.focus();
  fireEvent.keyDown(field, { key: 'k', ctrlKey: true });
  return { field };
}

const box = () => screen.getByRole('combobox', { name: 'Go to anything' });
const search = (text: string) => fireEvent.change(box(), { target: { value: text } });

it('opens with Ctrl+K from a text field, and Escape returns to it', async () => {
  const { field } = open();
  expect(document.activeElement).toBe(box());
  fireEvent.keyDown(box(), { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('finds pages, pipelines, runs by number, and actions', async () => {
  open();
  const goTo = async (text: string, option: RegExp) => {
    search(text);
    expect((await screen.findByRole('option', { name: option, selected: true })).textContent).toBeTruthy();
  };
  await goTo('work', /^Workers/);
  await goTo('412', /^#412 Import orders.*Run/);
  await goTo('http', /^HTTP request.*Action/);
  await goTo('imp ord pipeline', /^Import orders.*Pipeline/);
  fireEvent.keyDown(box(), { key: 'Enter' });
  await waitFor(() => expect(push).toHaveBeenCalledWith('/pipelines/p1'));
});

it('runs a command of the page with the focus where it was, and lists it first the next time', async () => {
  const focused: (Element | null)[] = [];
  const command = (label: string): BarItem => ({
    id: `command:${label}`,
    kind: 'Command',
    label,
    icon: 'play',
    shortcut: 'Mod+Enter',
    run: () => focused.push(document.activeElement),
  });
  const { field } = open([command('Fit view'), command('Run')]);
  search('run');
  expect(screen.getByRole('option', { name: /^Run.*Ctrl\+Enter/ })).toBeTruthy();
  fireEvent.keyDown(box(), { key: 'Enter' });
  await waitFor(() => expect(focused).toEqual([field]));
  fireEvent.keyDown(field, { key: 'k', ctrlKey: true });
  expect(screen.getAllByRole('option')[0]?.textContent).toContain('Run');
});

it('says that nothing matches, and what is searched', async () => {
  open();
  search('zzqx');
  expect(await screen.findByText(/Nothing matches “zzqx”/)).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('0 results'));
});
