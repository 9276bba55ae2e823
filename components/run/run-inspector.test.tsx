// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunFocus } from '@/components/run-state/permalink';
import type { RunActions } from '@/components/run-state/run-context';
import { TestLens } from '@/components/run-state/testing/lens';
import {
  completed,
  created,
  failed,
  type JournalLine,
  journal,
  started,
} from '@/components/run-state/testing/run-events';
import type { JsonObject, PipelineDocument, RunEventBody } from '@/engine';
import { catalogue } from '@/engine/actions';
import { RunInspector } from './run-inspector';

beforeAll(() => {
  // Browser functions that jsdom lacks.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Element.prototype.scrollTo = () => {};
});
afterEach(cleanup);

const document: PipelineDocument = {
  steps: [
    {
      id: 'fetch',
      name: 'Fetch it',
      action: 'http_request',
      params: { url: '{{params.url}}' },
      retry: { max_attempts: 3 },
    },
    { id: 'deploy', name: 'Deploy canary', action: 'log', depends_on: ['fetch'] },
  ],
};

const retry = (attempt: number): RunEventBody => ({
  type: 'step_retrying',
  step: 'fetch',
  attempt,
  error: { kind: 'connection_error', message: `Refused, attempt ${attempt}.` },
  retry_at: '2026-11-20T14:02:15.000Z',
});
const begin = (attempt: number): RunEventBody => ({
  type: 'step_started',
  step: 'fetch',
  attempt,
  action: 'http_request',
  inputs: { value: { url: `https://example.org/${attempt}` } },
});
const start: readonly JournalLine[] = [
  [0, created],
  [1, { type: 'run_started' }],
];

function show(step: string, events: readonly JournalLine[], actions?: RunActions) {
  return render(
    <TestLens
      events={journal(...events)}
      document={document}
      focus={{ step, iteration: [], attempt: undefined }}
      {...(actions ? { actions } : {})}
    >
      <RunInspector stepId={step} />
    </TestLens>,
  );
}

describe('links in the inspector of a run', () => {
  const ended: readonly JournalLine[] = [
    ...start,
    [2, begin(1)],
    [3, retry(1)],
    [4, begin(2)],
    [
      5,
      {
        type: 'step_completed',
        step: 'fetch',
        attempt: 2,
        output: { value: { rows: [{ name: 'a' }, { name: 'b' }], text: 'x'.repeat(200) } },
      },
    ],
  ];

  function open(focus: Partial<RunFocus>) {
    const copied = vi.fn((_: string) => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } });
    render(
      <TestLens
        events={journal(...ended)}
        document={document}
        focus={{ step: 'fetch', iteration: [], attempt: undefined, ...focus }}
      >
        <RunInspector stepId="fetch" />
      </TestLens>,
    );
    return copied;
  }

  afterEach(() => vi.unstubAllGlobals());

  it('lead to the step, and to an attempt once it is chosen', async () => {
    const copied = open({});
    fireEvent.click(screen.getByRole('button', { name: 'Copy link to this step' }));
    expect(copied).toHaveBeenLastCalledWith(`${window.location.origin}/runs/run_1?step=fetch`);
    fireEvent.click(screen.getByRole('button', { name: /Attempt 1/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Copy link to this attempt' }));
    expect(copied).toHaveBeenLastCalledWith(`${window.location.origin}/runs/run_1?step=fetch&attempt=1`);
    await act(async () => {});
  });

  it('lead to a part of the output, with the key l', async () => {
    const copied = open({});
    fireEvent.keyDown(screen.getByRole('tree', { name: 'Output of fetch' }), { key: 'l' });
    expect(copied).toHaveBeenLastCalledWith(`${window.location.origin}/runs/run_1?step=fetch&path=%2Frows`);
    await act(async () => {});
  });

  it('say what the run no longer has', () => {
    open({ attempt: 7 });
    expect(screen.getByRole('alert').textContent).toBe('Attempt 7 is not in this run. Attempt 2 is shown.');
    cleanup();
    open({ iteration: [3] });
    expect(screen.getByRole('alert').textContent).toBe('fetch has no iterations in this run.');
    cleanup();
    open({ path: '/rows/9' });
    expect(screen.getByRole('alert').textContent).toBe('Output of fetch has no /rows/9.');
    cleanup();
    open({ path: '/rows/1' });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the inspector of a run', () => {
  it('links to the cluster of the attempt, only for actions with a cluster', () => {
    const check: RunEventBody = {
      type: 'step_started',
      step: 'fetch',
      attempt: 1,
      action: 'cluster_health',
      inputs: { value: { cluster_id: 'gpu-east' } },
    };
    const steps = [{ id: 'fetch', action: 'cluster_health', params: { cluster_id: '{{params.where}}' } }];
    render(
      <TestLens
        events={journal(...start, [2, check])}
        document={{ steps }}
        descriptors={catalogue.descriptors.all}
        focus={{ step: 'fetch', iteration: [], attempt: undefined }}
      >
        <RunInspector stepId="fetch" />
      </TestLens>,
    );
    const link = screen.getByRole('link', { name: 'cluster gpu-east' });
    expect(link.getAttribute('href')).toBe('/clusters#gpu-east');
    cleanup();
    show('fetch', [...start, [2, begin(1)]]);
    expect(screen.queryByRole('link', { name: /cluster/ })).toBeNull();
  });

  it('links to the model that the attempt returned, unless it was deleted', () => {
    const output = (value: JsonObject): RunEventBody => ({
      type: 'step_completed',
      step: 'fetch',
      attempt: 1,
      output: { value },
    });
    show('fetch', [...start, [2, begin(1)], [3, output({ model_id: 'mdl_1', size_bytes: 5 })]]);
    expect(screen.getByRole('link', { name: 'model' }).getAttribute('href')).toBe('/models#mdl_1');
    cleanup();
    show('fetch', [...start, [2, begin(1)], [3, output({ model_id: 'mdl_1', deleted: true })]]);
    expect(screen.queryByRole('link', { name: 'model' })).toBeNull();
  });

  it('leads to the deployment that the attempt made or changes, and not to a deleted one', () => {
    const output = (value: JsonObject): RunEventBody => ({
      type: 'step_completed',
      step: 'fetch',
      attempt: 1,
      output: { value },
    });
    const link = () => screen.queryByRole('link', { name: 'deployment' })?.getAttribute('href');
    show('fetch', [...start, [2, begin(1)], [3, output({ deployment_id: 'dep_1', status: 'active' })]]);
    expect(link()).toBe('/deployments/dep_1');
    cleanup();
    show('fetch', [...start, [2, begin(1)], [3, output({ deployment_id: 'dep_1', deleted: true })]]);
    expect(link()).toBeUndefined();
  });

  it('links to the model and the deployment that a step used, also when it returns neither', () => {
    const used: RunEventBody = {
      ...{ type: 'step_started', step: 'fetch', attempt: 1, action: 'model_benchmark' },
      inputs: { value: { model_id: 'mdl_1', deployment_id: 'dep_1' } },
    };
    const ended: RunEventBody = {
      ...{ type: 'step_completed', step: 'fetch', attempt: 1 },
      output: { value: { latency_p99: 12 } },
    };
    show('fetch', [...start, [2, used], [3, ended]]);
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(href('model')).toBe('/models#mdl_1');
    expect(href('deployment')).toBe('/deployments/dep_1');
  });

  const failing: readonly JournalLine[] = [
    ...start,
    [2, begin(1)],
    [1000, retry(1)],
    [4000, begin(2)],
    [
      5000,
      {
        type: 'step_failed',
        step: 'fetch',
        attempt: 2,
        error: { kind: 'timeout', message: 'No answer for 15 s.' },
      },
    ],
  ];

  it('shows the failure, its attempt, and what to do next', () => {
    show('fetch', [...failing]);
    expect(screen.getByText('No answer for 15 s.')).toBeTruthy();
    expect(screen.getByText(/Raise the timeout/)).toBeTruthy();
    expect(screen.getByText('attempt 2 of 3')).toBeTruthy();
  });

  it('shows the inputs and the error of the chosen attempt', () => {
    show('fetch', [...failing]);
    expect(screen.getByText('"https://example.org/2"')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /Attempt 1/ }));
    expect(screen.getByText('"https://example.org/1"')).toBeTruthy();
    expect(screen.getByText('Refused, attempt 1.')).toBeTruthy();
  });

  it('shows the reason of a skip and links to the step that caused it', () => {
    show('deploy', [
      ...failing,
      [5001, { type: 'step_skipped', step: 'deploy', reason: 'upstream_failed', detail: 'fetch' }],
    ]);
    const box = screen.getByText(/because/).closest('p');
    expect(box?.textContent).toBe('because Fetch it failed.');
    expect(within(box as HTMLElement).getByRole('button', { name: 'Fetch it' })).toBeTruthy();
  });

  it('asks about an interrupted attempt and sends the answer', async () => {
    const resolve = vi.fn<RunActions['resolve']>(async () => ({ ok: true }));
    const never = async () => ({ ok: false as const, error: { code: 'internal' as const, message: '' } });
    show(
      'deploy',
      [
        ...start,
        [2, started('deploy')],
        [3, { type: 'attempt_interrupted', step: 'deploy', attempt: 1 }],
        [4, { type: 'step_waiting', step: 'deploy', attempt: 1, reason: 'unknown_effect' }],
      ],
      { resolve, cancel: never, rerun: never, pause: never, resume: never, signal: never, pin: never },
    );
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Mark as completed' }));
    });
    expect(resolve).toHaveBeenCalledWith({ runId: 'run_1', step: 'deploy', answer: 'happened' });
  });

  it('moves from one failed iteration to the next', () => {
    const planned: RunEventBody = {
      type: 'iterations_planned',
      step: 'deploy',
      attempt: 1,
      items: [{ value: 'a' }, { value: 'b' }, { value: 'c' }, { value: 'd' }],
      action: 'log',
      params: { message: '{{item}}' },
      parallel: 1,
      stop_on_failure: false,
    };
    show('deploy', [
      ...start,
      [2, started('deploy')],
      [3, planned],
      ...[0, 1, 2, 3].flatMap((index) => [
        [4, started('deploy', 1, [index])] as const,
        [5, index % 2 === 1 ? failed('deploy', 1, [index]) : completed('deploy', 1, [index])] as const,
      ]),
    ]);
    expect(screen.getByText('4 iterations')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Next failed' }));
    expect(screen.getByText('2 / 4')).toBeTruthy();
    expect(screen.getByText('deploy[1]')).toBeTruthy();
    fireEvent.keyDown(window, { key: '>' });
    expect(screen.getByText('4 / 4')).toBeTruthy();
  });

  it('shows what a pending step waits for', () => {
    show('deploy', [...start]);
    expect(screen.getByText(/Not started. Runs after/)).toBeTruthy();
  });
});
