// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LAST_RUN_STATUSES, type PipelineCounts } from '@/lib/contracts/pipeline-list';
import type { PipelineSummary, RunMark } from '@/lib/contracts/pipelines';
import { ToastProvider } from '../ui/toast';
import { TooltipProvider } from '../ui/tooltip';
import { choiceIn } from './list-choice';
import type { PipelineActions } from './pipeline-actions';
import { PipelineList } from './pipeline-list';
import type { StarterChoice } from './starter-choice';

const NOW = '2026-03-12T12:00:00.000Z';

const run = (number: number, part: Partial<RunMark> = {}): RunMark => ({
  id: `run_${number}`,
  number,
  status: 'completed',
  hold: null,
  warnings: null,
  durationMs: 1900,
  createdAt: '2026-03-12T11:36:00.000Z',
  ...part,
});

const pipeline = (id: string, name: string, part: Partial<PipelineSummary> = {}): PipelineSummary => ({
  id,
  name,
  description: '',
  folder: null,
  tags: [],
  pinned: false,
  version: 3,
  versionCount: 2,
  stepCount: 4,
  problemCount: 0,
  updatedAt: NOW,
  recentRuns: [],
  ...part,
});

const pipelines = [
  pipeline('p1', 'Endpoint check', { recentRuns: [run(412), run(411, { status: 'failed' })] }),
  pipeline('p2', 'Import catalogue', { problemCount: 2, description: 'Reads the catalogue' }),
];

const starter: StarterChoice = {
  key: 'health',
  title: 'Watch a service',
  description: 'Call an endpoint.',
  stepCount: 5,
  preview: { viewBox: '0 0 320 96', cards: [], lines: [] },
  text: '{"steps":[]}',
};

const other: StarterChoice = { ...starter, key: 'orders', title: 'Process orders' };

/** Answers of the API by path. */
let answers: Readonly<Record<string, unknown>> = {};

/** Every request, in order. */
let requests: string[] = [];

/** Every call of an action and of the router, in order. */
let calls: unknown[][] = [];

const actions: PipelineActions = {
  createPipeline: async (input) => {
    calls.push(['create', input]);
    return { ok: true, id: 'p9', version: 1 };
  },
  startRun: async (input) => {
    calls.push(['run', input]);
    return { ok: false, error: { code: 'unavailable', message: 'The queue is full.' } };
  },
  renamePipeline: async (id, name) => {
    calls.push(['rename', id, name]);
    return { ok: true };
  },
  duplicatePipeline: async (id) => {
    calls.push(['duplicate', id]);
    return { ok: true, id: 'p9', version: 1 };
  },
  setOrganisation: async (input) => {
    calls.push(['organise', input]);
    return { ok: true };
  },
  deletePipeline: async (id) => {
    calls.push(['delete', id]);
    return { ok: true };
  },
};

const router: AppRouterInstance = {
  bfcacheId: 'test',
  push: (href) => void calls.push(['push', href]),
  refresh: () => void calls.push(['refresh']),
  replace: () => undefined,
  back: () => undefined,
  forward: () => undefined,
  prefetch: () => undefined,
};

/** The pipelines on the server. */
let stored: readonly PipelineSummary[] = [];

/** What the server answers for a list: a page of all, or of those whose name has the search. */
function answerTo(url: string): unknown {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  const search = searchParams.get('q')?.toLowerCase() ?? '';
  const found = stored.filter(({ name }) => name.toLowerCase().includes(search));
  if (pathname === '/api/v1/pipelines') return { pipelines: found, next: null };
  return pathname === '/api/v1/pipelines/counts' ? countsOf(found) : answers[url];
}

const countsOf = (found: readonly PipelineSummary[]): PipelineCounts => {
  const lastOf = ({ recentRuns: [last] }: PipelineSummary) => last?.status ?? 'never';
  return {
    total: stored.length,
    withProblems: stored.filter(({ problemCount }) => problemCount > 0).length,
    statuses: Object.fromEntries(
      LAST_RUN_STATUSES.map((status) => [status, found.filter((each) => lastOf(each) === status).length]),
    ) as PipelineCounts['statuses'],
    folders: [{ name: 'Billing', count: 1 }],
    tags: [{ name: 'daily', count: 2 }],
  };
};

function show(
  list: readonly PipelineSummary[] = pipelines,
  server: PipelineActions = actions,
  address: Readonly<Record<string, string>> = {},
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
) {
  stored = list;
  return render(
    <QueryClientProvider client={cache}>
      <AppRouterContext.Provider value={router}>
        <TooltipProvider>
          <ToastProvider>
            <PipelineList
              first={{ page: { pipelines: [...list], next: null }, counts: countsOf(list), readAt: NOW }}
              choice={choiceIn((name) => address[name])}
              starters={[starter, other]}
              actions={server}
              now={NOW}
            />
          </ToastProvider>
        </TooltipProvider>
      </AppRouterContext.Provider>
    </QueryClientProvider>,
  );
}

const click = (element: HTMLElement) => fireEvent.click(element);
const button = (name: string | RegExp) => screen.getByRole('button', { name });

async function choose(pipelineName: string, command: string) {
  fireEvent.keyDown(button(`More for ${pipelineName}`), { key: 'Enter' });
  click(await screen.findByRole('menuitem', { name: command }));
}

beforeAll(() => {
  // Browser functions that Radix needs and jsdom lacks.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
});

beforeEach(() => {
  calls = [];
  answers = {};
  requests = [];
  window.history.replaceState(null, '', '/pipelines');
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    const answer = answerTo(url);
    return answer !== undefined
      ? Response.json(answer)
      : Response.json({ code: 'not_found', message: `Nothing at ${url}.` }, { status: 404 });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the list of pipelines', () => {
  it('shows the last run, version and problems of each', () => {
    show();
    const row = screen.getByRole('link', { name: 'Endpoint check' }).closest('li');
    expect(row?.textContent).toContain('Completed');
    expect(row?.textContent).toContain('#412');
    expect(row?.textContent).toContain('Last 2 runs: 1 completed, 1 failed');
    expect(screen.getByText('2 problems')).toBeTruthy();
    expect(screen.getByText('Never')).toBeTruthy();
  });

  it('shows what the server rendered when it is opened again, not what the previous visit left', () => {
    const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    show([], actions, {}, cache).unmount();
    show(pipelines, actions, {}, cache);
    expect(screen.getByRole('list', { name: 'Pipelines' })).toBeTruthy();
  });

  it('links to the editor by its name', () => {
    show();
    const link = screen.getByRole('link', { name: 'Import catalogue' });
    expect(link.getAttribute('href')).toBe('/pipelines/p2');
  });

  it('shows the pipelines that match the filter, and a reset when none does', async () => {
    show();
    const box = screen.getByRole('searchbox', { name: 'Filter pipelines' });
    fireEvent.change(box, { target: { value: 'catalogue' } });
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Endpoint check' })).toBeNull());
    expect(window.location.search).toBe('?q=catalogue');
    fireEvent.change(box, { target: { value: 'nothing like it' } });
    click(await screen.findByRole('button', { name: 'Show all 2' }));
    expect(await screen.findByRole('link', { name: 'Endpoint check' })).toBeTruthy();
    expect(box).toHaveProperty('value', '');
    expect(window.location.search).toBe('');
  });

  it('filters by status, folder and tag and sorts, all in the address', async () => {
    show();
    click(screen.getByRole('radio', { name: /^Completed/ }));
    fireEvent.change(screen.getByRole('combobox', { name: 'Folder' }), { target: { value: 'Billing' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Tag' }), { target: { value: 'daily' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'last_run' } });
    const query = '?status=completed&folder=Billing&tag=daily&sort=last_run';
    expect(window.location.search).toBe(query);
    await waitFor(() =>
      expect(requests).toContain(
        '/api/v1/pipelines?folder=Billing&tag=daily&status=completed&sort=last_run&limit=100',
      ),
    );
    cleanup();
    show(pipelines, actions, Object.fromEntries(new URLSearchParams(query)));
    expect(screen.getByRole('combobox', { name: 'Tag' })).toHaveProperty('value', 'daily');
    expect(screen.getByRole('radio', { name: /^Completed/ })).toHaveProperty('checked', true);
  });

  it('pins a pipeline, and shows which ones are pinned', async () => {
    show([pipeline('p1', 'Endpoint check', { pinned: true }), pipeline('p2', 'Import catalogue')]);
    await choose('Import catalogue', 'Pin to top');
    await waitFor(() => expect(calls).toEqual([['organise', { id: 'p2', pinned: true }]]));
    expect(screen.getByRole('link', { name: 'Endpoint check' }).closest('li')?.textContent).toContain(
      'Pinned',
    );
    await choose('Endpoint check', 'Unpin');
    await waitFor(() => expect(calls).toContainEqual(['organise', { id: 'p1', pinned: false }]));
  });

  it('sets folder and tags, offers existing ones, and refuses a tag that is too long', async () => {
    show();
    await choose('Endpoint check', 'Folder and tags…');
    fireEvent.change(await screen.findByRole('combobox', { name: 'Folder' }), { target: { value: ' Ops ' } });
    const tags = screen.getByRole('textbox', { name: 'Tags' });
    fireEvent.change(tags, { target: { value: 'x'.repeat(61) } });
    click(button('Save'));
    expect(screen.getByRole('alert').textContent).toContain('at most 60 characters');
    fireEvent.change(tags, { target: { value: 'eu,, eu ' } });
    click(button('daily'));
    expect(button('daily').getAttribute('aria-pressed')).toBe('true');
    click(button('Save'));
    await waitFor(() =>
      expect(calls).toEqual([['organise', { id: 'p1', folder: 'Ops', tags: ['eu', 'daily'] }]]),
    );
  });

  it('filters by the folder and the tags of a row', () => {
    show([pipeline('p1', 'Endpoint check', { folder: 'Billing', tags: ['daily'] }), pipeline('p2', 'Other')]);
    click(button('Show folder Billing'));
    click(button('Show tag daily'));
    expect(window.location.search).toBe('?folder=Billing&tag=daily');
  });

  it('creates an empty pipeline with N, except while text is typed', async () => {
    show();
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'n' });
    expect(calls).toEqual([]);
    fireEvent.keyDown(document.body, { key: 'n' });
    await waitFor(() =>
      expect(calls).toEqual([
        ['create', {}],
        ['push', '/pipelines/p9'],
      ]),
    );
  });

  it('creates a pipeline from a starter', async () => {
    show();
    click(button(/^Watch a service/));
    await waitFor(() => expect(calls).toContainEqual(['push', '/pipelines/p9']));
    expect(calls[0]).toEqual(['create', { text: starter.text }]);
  });

  it('runs a starter at once, and opens the pipeline with the reason when the run is refused', async () => {
    show();
    click(button('Run Watch a service'));
    await waitFor(() =>
      expect(calls).toEqual([
        ['create', { text: starter.text }],
        ['run', { pipelineId: 'p9' }],
        ['push', '/pipelines/p9'],
      ]),
    );
    expect(await screen.findByText('The queue is full.')).toBeTruthy();
  });

  it('renames a pipeline and refuses an empty name', async () => {
    show();
    await choose('Endpoint check', 'Rename…');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    fireEvent.change(name, { target: { value: '  ' } });
    click(button('Rename'));
    expect(screen.getByRole('alert').textContent).toBe('Enter a name.');
    fireEvent.change(name, { target: { value: 'Probe' } });
    click(button('Rename'));
    await waitFor(() => expect(calls).toEqual([['rename', 'p1', 'Probe']]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('downloads the pipeline as a file', async () => {
    show();
    fireEvent.keyDown(button('More for Endpoint check'), { key: 'Enter' });
    const item = await screen.findByRole('menuitem', { name: 'Export JSON' });
    expect(item.getAttribute('href')).toBe('/api/v1/pipelines/p1/export');
  });

  it('asks before deleting, with the pipeline, its versions and the number of runs that stay', async () => {
    show();
    await choose('Endpoint check', 'Delete…');
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete “Endpoint check”?' });
    expect(dialog.textContent).toContain('4 steps and 2 versions will be deleted');
    expect(dialog.textContent).toContain('All 2 runs stay available');
    click(within(dialog).getByRole('button', { name: 'Delete pipeline' }));
    await waitFor(() => expect(calls).toEqual([['delete', 'p1']]));
  });

  it.each([
    [0, 'The pipeline has no runs.'],
    [1, 'Its run stays available'],
    [23, 'All 23 runs stay available'],
    [24, 'Its runs stay available'],
  ])('shows before deleting only the counted runs: %i', async (count, text) => {
    const recentRuns = Array.from({ length: count }, (_, index) => run(412 - index));
    show([pipeline('p1', 'Endpoint check', { recentRuns })]);
    await choose('Endpoint check', 'Delete…');
    expect((await screen.findByRole('alertdialog')).textContent).toContain(text);
  });

  it('keeps the dialog open with the reason when the server does not respond', async () => {
    const unreachable = { ...actions, deletePipeline: () => Promise.reject(new Error('fetch failed')) };
    show(pipelines, unreachable);
    await choose('Endpoint check', 'Delete…');
    click(await screen.findByRole('button', { name: 'Delete pipeline' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached');
    expect(screen.getByRole('alertdialog')).toBeTruthy();
  });

  it('features the first starter, and runs it from there and from the first choice', async () => {
    show([]);
    click(button('Run Watch a service'));
    await waitFor(() => expect(calls).toContainEqual(['create', { text: starter.text }]));
    cleanup();
    calls = [];
    show([]);
    click(button('Run a starter'));
    await waitFor(() => expect(calls).toContainEqual(['create', { text: starter.text }]));
    expect(button('Run Process orders')).toBeTruthy();
    expect(button('Import JSON')).toBeTruthy();
  });

  it('says what to try first and what of it is done, until it is hidden', async () => {
    const amounts = { total: 8, free: 4 };
    answers = {
      '/api/v1/clusters/local/health': {
        checkedAt: NOW,
        problem: null,
        health: {
          ...{ status: 'healthy', nodes: [], gpuTypes: [], issues: [] },
          capacity: { cpu: amounts, memory: { total: 16e9, free: 9e9 }, gpu: { total: 0, free: 0 } },
        },
      },
    };
    show();
    const list = within(screen.getByRole('list', { name: 'Getting started' }));
    await waitFor(() => expect(screen.getByText('3 of 5')).toBeTruthy());
    const items = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items[0]).toBe('Cluster local is healthy, done8 cores, 16 GB');
    expect(items[1]).toContain('Run a starter, done');
    expect(items[4]).toContain('Connect a chat channel, to do');
    click(button('Hide'));
    expect(screen.queryByRole('list', { name: 'Getting started' })).toBeNull();
    cleanup();
    show();
    expect(screen.queryByRole('list', { name: 'Getting started' })).toBeNull();
  });

  it('shows the starters when there is no pipeline yet', () => {
    show([]);
    expect(screen.getByRole('heading', { name: 'Create your first pipeline' })).toBeTruthy();
    expect(button(/^Watch a service/)).toBeTruthy();
    expect(button('Empty canvas')).toBeTruthy();
  });
});

describe('importing JSON', () => {
  const BROKEN = '{\n  "steps": [\n    { "id": "a" "action": "log" }\n  ]\n}';

  async function paste(text: string) {
    click(button('Import JSON'));
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Pipeline as JSON' });
    fireEvent.change(box, { target: { value: text } });
    return box;
  }

  it('shows where text stops being JSON, and moves the cursor there', async () => {
    show();
    const box = await paste(BROKEN);
    click(button('Import'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('line 3, column 17');
    expect(alert.querySelector('mark')?.textContent).toBe('"');
    click(button('Go to line 3'));
    expect(document.activeElement).toBe(box);
    expect(box.value.slice(box.selectionStart)).toMatch(/^"action"/);
    expect(calls).toEqual([]);
  });

  it('keeps the text when the dialog is closed and opened again', async () => {
    show();
    await paste(BROKEN);
    click(button('Import'));
    click(button('Cancel'));
    expect(screen.queryByRole('dialog')).toBeNull();
    click(button('Import JSON'));
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Pipeline as JSON' });
    expect(box.value).toBe(BROKEN);
  });

  it('accepts a bare list of steps and opens the new pipeline', async () => {
    show();
    const text = '[{"id":"a","action":"log","params":{"message":"Hi"}}]';
    await paste(text);
    click(button('Import'));
    await waitFor(() =>
      expect(calls).toEqual([
        ['create', { text }],
        ['push', '/pipelines/p9'],
      ]),
    );
  });

  it('shows the refusal of the server and keeps the text', async () => {
    const message = 'The pipeline has 12.0 MB; at most 10.0 MB are stored.';
    const refusing: PipelineActions = {
      ...actions,
      createPipeline: async () => ({ ok: false, error: { code: 'too_large', message } }),
    };
    show(pipelines, refusing);
    const box = await paste('{"steps":[]}');
    click(button('Import'));
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(box.value).toBe('{"steps":[]}');
  });

  it('reads a chosen file without its byte order mark', async () => {
    show();
    const box = await paste('');
    const picker = document.querySelector<HTMLInputElement>('input[type="file"]');
    const file = new File(['\uFEFF{"steps":[]}'], 'pipeline.json');
    await act(async () => {
      if (picker) fireEvent.change(picker, { target: { files: [file] } });
    });
    await waitFor(() => expect(box.value).toBe('{"steps":[]}'));
  });
});
