// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunActions, RunLens } from '@/components/run-state/run-context';
import { useLens } from '@/components/run-state/run-context';
import { TestLens } from '@/components/run-state/testing/lens';
import { runDetail } from '@/components/run-state/testing/run-detail';
import {
  completed,
  created,
  type JournalLine,
  journal,
  paused,
  started,
} from '@/components/run-state/testing/run-events';
import type { PipelineDocument, RunEventBody } from '@/engine';
import { catalogue } from '@/engine/actions';
import { RunBanner } from '../run-banner';
import { RunInspector } from '../run-inspector';
import { usePauses } from './pause-context';
import { PauseProvider } from './pause-provider';

beforeAll(() => {
  // Functions of browsers that jsdom lacks.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Element.prototype.scrollTo = () => {};
});
afterEach(cleanup);

const document: PipelineDocument = {
  params: { api: { type: 'string' } },
  steps: [
    {
      id: 'fast',
      name: 'Fast enough?',
      action: 'conditional',
      params: { condition: 'true', on_true: ['announce'] },
    },
    {
      id: 'announce',
      name: 'Announce',
      action: 'http_request',
      params: {
        url: '{{params.api}}/releases',
        method: 'POST',
        body: { stage: 'live' },
        headers: { authorization: '{{secrets.api_key}}' },
      },
    },
    { id: 'score', name: 'Score', action: 'loop', params: { items: [1, 2], action: 'log' } },
  ],
};
const INPUTS = {
  url: 'https://api/releases',
  method: 'POST',
  body: { stage: 'live' },
  headers: { authorization: '{{secrets.api_key}}' },
};
const onEdge = (part: Parameters<typeof paused>[1] = {}) =>
  paused('announce', {
    action: 'http_request',
    breakpoint: { id: 'b1', at: { from: 'fast', to: 'announce' }, when: 'before', enabled: true },
    inputs: { value: INPUTS },
    ...part,
  });
const begun: readonly JournalLine[] = [
  [0, { ...created, params: { api: 'https://api' } } as RunEventBody],
  [1, { type: 'run_started' }],
  [2, { type: 'step_started', step: 'fast', attempt: 1, action: 'conditional', inputs: { value: {} } }],
  [3, completed('fast')],
];
const atEdge: readonly JournalLine[] = [...begun, [4, onEdge()]];

type Answer = NonNullable<RunActions['answerPause']>;

function show(lines: readonly JournalLine[], answer: Answer = async () => ({ ok: true })) {
  const ok = () => vi.fn(async () => ({ ok: true as const }));
  const actions = {
    ...{ cancel: ok(), pause: ok(), resume: ok(), signal: ok(), resolve: ok(), pin: ok() },
    rerun: vi.fn<RunActions['rerun']>(),
    answerPause: vi.fn<Answer>(answer),
  };
  const events = journal(...lines);
  const opened: { lens?: RunLens } = {};
  function Opened() {
    opened.lens = useLens();
    const chosen = usePauses()?.chosen;
    return <output>{`${opened.lens.focus.step ?? 'none'}, answers ${chosen?.step ?? 'nothing'}`}</output>;
  }
  const exit = vi.fn();
  render(
    <TestLens
      events={events}
      document={document}
      actions={actions}
      detail={runDetail({ status: 'running' })}
      descriptors={catalogue.descriptors.all}
    >
      <PauseProvider>
        <RunBanner onExit={exit} />
        <Opened />
        <Inspector />
      </PauseProvider>
    </TestLens>,
  );
  return {
    actions,
    exit,
    receive: (...more: readonly JournalLine[]) =>
      act(() => {
        const all = journal(...lines, ...more);
        opened.lens?.store.receive(all);
      }),
  };
}

function Inspector() {
  const { focus } = useLens();
  return focus.step === undefined ? null : <RunInspector stepId={focus.step} />;
}

const bar = () => within(screen.getByRole('region', { name: 'Paused at a breakpoint' }));
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

describe('a run that is paused at a breakpoint', () => {
  it('says where and why, and shows the step', () => {
    show(atEdge);
    expect(bar().getByText(/^Paused before Announce$/)).toBeDefined();
    expect(bar().getByText(/breakpoint on edge fast → announce/)).toBeDefined();
    expect(screen.getByText('announce, answers announce')).toBeDefined();
    expect(screen.getByText('Attempt 1 has not started.')).toBeDefined();
  });

  it('continues, steps, skips and stops by its buttons', async () => {
    const { actions, exit } = show(atEdge);
    const target = { runId: 'run_1', step: 'announce', pause: 5 };
    await press(/^Continue/);
    expect(actions.answerPause).toHaveBeenLastCalledWith({ ...target, answer: { do: 'continue' } });
    await press(/^Step F10/);
    expect(actions.answerPause).toHaveBeenLastCalledWith({ ...target, answer: { do: 'step' } });
    await press('Skip');
    expect(actions.answerPause).toHaveBeenLastCalledWith({ ...target, answer: { do: 'skip' } });
    await press('Stop');
    expect(actions.cancel).toHaveBeenCalledWith('run_1');
    await press(/^Exit/);
    expect(exit).toHaveBeenCalledTimes(1);
  });

  it('uses a typed output, and keeps it when the server refuses it', async () => {
    const refusal = { code: 'invalid' as const, message: 'output of announce needs status_code.' };
    const { actions } = show(atEdge, async () => ({ ok: false, error: refusal }));
    await press('Use this output…');
    type('Output as JSON', '{"status_code": ');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Use this output' }).disabled).toBe(true);
    type('Output as JSON', '{"status_code": 201}');
    await press('Use this output');
    expect(actions.answerPause.mock.lastCall?.[0].answer).toEqual({
      do: 'output',
      output: { status_code: 201 },
    });
    expect(screen.getByRole('alert').textContent).toContain(refusal.message);
    await press('Cancel');
    await press('Use this output…');
    expect(field('Output as JSON').value).toBe('{"status_code": 201}');
  });

  it('fails the step with a message', async () => {
    const { actions } = show(atEdge);
    await press('Fail…');
    type('Message', 'Not today.');
    await press('Fail');
    expect(actions.answerPause.mock.lastCall?.[0].answer).toEqual({ do: 'fail', message: 'Not today.' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('offers another attempt after a failure', async () => {
    const failure = { kind: 'http_status' as const, message: 'Status 503.' };
    const { actions } = show([
      ...begun,
      [4, started('announce')],
      [5, onEdge({ moment: 'failure', cause: 'failure', breakpoint: undefined, error: failure })],
    ]);
    expect(bar().getByText(/^Paused on failure of Announce$/)).toBeDefined();
    expect(bar().getByText(/pause on any failure/)).toBeDefined();
    await press('Retry');
    expect(actions.answerPause.mock.lastCall?.[0].answer).toEqual({ do: 'retry' });
  });

  it('says what runs on', () => {
    show([...atEdge, [5, started('score')]]);
    expect(bar().getByText('Score still running')).toBeDefined();
  });

  it('lists several pauses, each of which can be chosen', async () => {
    const { actions } = show([...atEdge, [5, paused('score', { cause: 'step', breakpoint: undefined })]]);
    const choice = within(screen.getByRole('group', { name: 'Paused steps' }));
    expect(choice.getByRole('button', { name: 'Paused before Announce' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await act(async () => void fireEvent.click(choice.getByRole('button', { name: 'Paused before Score' })));
    expect(screen.getByText('score, answers score')).toBeDefined();
    expect(bar().getByText(/step through the run/)).toBeDefined();
    await press(/^Continue/);
    expect(actions.answerPause.mock.lastCall?.[0]).toMatchObject({ step: 'score', pause: 6 });
  });

  it('shows the next pause after an answer of this person', async () => {
    const { receive } = show(atEdge);
    await press(/^Step F10/);
    receive(
      [5, { type: 'pause_answered', step: 'announce', attempt: 1, pause: 5, decision: 'step' }],
      [
        6,
        {
          type: 'step_started',
          step: 'announce',
          attempt: 1,
          action: 'http_request',
          inputs: { value: INPUTS },
        },
      ],
      [7, paused('score', { cause: 'step', breakpoint: undefined })],
    );
    expect(await screen.findByText('score, answers score')).toBeDefined();
  });

  it('has no bar once it goes on', async () => {
    const { receive } = show(atEdge);
    receive([5, { type: 'pause_answered', step: 'announce', attempt: 1, pause: 5, decision: 'skip' }]);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Paused at a breakpoint' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Cancel run' })).toBeDefined();
  });
});

describe('the inputs of a paused step', () => {
  it('are edited as fields, marked with what they were, and sent with the answer', async () => {
    const { actions } = show(atEdge);
    expect(screen.queryByRole('list', { name: 'Edited inputs' })).toBeNull();
    type('body', '{"stage": "staging"}');
    const edits = screen.getByRole('list', { name: 'Edited inputs' });
    expect(edits.textContent).toContain('Edited body.stage was "live"');
    expect(edits.textContent).toContain('for this run only');
    expect(screen.getByRole('button', { name: /^Inputs/ }).textContent).toContain('1 edited');
    await press(/^Continue/);
    expect(actions.answerPause.mock.lastCall?.[0].answer).toEqual({
      do: 'continue',
      inputs: { body: { stage: 'staging' } },
    });
  });

  it('are edited as JSON, with the edits of the fields', () => {
    show(atEdge);
    type('url', 'https://staging');
    fireEvent.click(screen.getByRole('radio', { name: 'JSON' }));
    expect(JSON.parse(field('Inputs as JSON').value)).toMatchObject({ url: 'https://staging' });
    type('Inputs as JSON', '{');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Form' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
    expect(field('url').value).toBe('https://api/releases');
  });

  it('are not sent while one of them is invalid', async () => {
    const { actions } = show(atEdge);
    type('body', '{"stage": ');
    await press(/^Continue/);
    expect(actions.answerPause).not.toHaveBeenCalled();
    expect(bar().getByRole('alert').textContent).toMatch(/The inputs were not sent. body: Line 1/);
    expect(field('body').value).toBe('{"stage": ');
  });

  it('show a secret as a reference that cannot be edited', () => {
    show(atEdge);
    const secret = field('headers.authorization');
    expect(secret.value).toBe('secrets.api_key');
    expect(secret.readOnly).toBe(true);
  });

  it('continue with Ctrl+Enter', async () => {
    const { actions } = show(atEdge);
    await act(async () => void fireEvent.keyDown(field('url'), { key: 'Enter', ctrlKey: true }));
    expect(actions.answerPause.mock.lastCall?.[0].answer).toEqual({ do: 'continue' });
  });

  it('stay, with the sentence of the server, when someone else was first', async () => {
    const conflict = 'announce was skipped at 14:21:07. Your answer was not used.';
    const { receive } = show(atEdge, async () => ({
      ok: false,
      error: { code: 'conflict', message: conflict },
    }));
    type('url', 'https://mine');
    await press(/^Continue/);
    expect(screen.getByRole('alert').textContent).toContain(conflict);
    expect(field('url').value).toBe('https://mine');
    receive([5, { type: 'pause_answered', step: 'announce', attempt: 1, pause: 5, decision: 'skip' }]);
    expect(await screen.findByText('Your edited inputs of Announce were not used')).toBeDefined();
    expect(screen.getByText('The pause ended before your edits were sent. Decision: Skipped.')).toBeDefined();
    expect(screen.getByText(/"url": "https:\/\/mine"/)).toBeDefined();
    await press('Dismiss');
    expect(screen.queryByText('Your edited inputs of Announce were not used')).toBeNull();
  });
});

describe('the values in scope', () => {
  it('are those that the step can read', async () => {
    show(atEdge);
    const scope = within(screen.getByRole('region', { name: 'In scope' }));
    const names = scope.getAllByRole('button').map((button) => button.textContent);
    expect(names).toEqual(['paramsobject 1', 'fastobject 1']);
    fireEvent.click(scope.getByRole('button', { name: /^params/ }));
    expect(scope.getByRole('button', { name: /^params/ }).getAttribute('aria-expanded')).toBe('true');
  });
});

describe('what was decided', () => {
  it('is listed with the entered values', async () => {
    const { receive } = show(atEdge);
    receive(
      [
        5,
        {
          ...{ type: 'pause_answered', step: 'announce', attempt: 1, pause: 5, decision: 'continue' },
          inputs: { value: { url: 'https://staging' } },
        },
      ],
      [
        6,
        {
          type: 'step_started',
          step: 'announce',
          attempt: 1,
          action: 'http_request',
          inputs: { value: INPUTS },
        },
      ],
    );
    const list = await screen.findByRole('list', { name: 'Decisions' });
    expect(list.textContent).toContain('Continued with edited inputs');
    expect(within(list).getByRole('tree', { name: 'Edited inputs of announce' })).toBeDefined();
  });
});
