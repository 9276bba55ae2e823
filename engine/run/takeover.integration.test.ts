import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ActionError } from '../errors';
import type { Json } from '../json';
import type { PipelineDocument } from '../pipeline/schema';
import { memoryClock } from '../testing/fakes';
import { probes } from '../testing/probes';
import { failAsTold, randomPipeline, randomSteps } from '../testing/random-pipelines';
import { memoryJournal, runPipeline } from '../testing/run-pipeline';
import { startRun } from '../testing/start-run';
import type { RunEvent } from './state/events';
import { foldEvents, isTerminal } from './state/fold';
import type { RunState, UnitState } from './state/state';
import type { InterruptAnswer } from './units/interruption';

// Many random pipelines on a busy machine.
const SAFE = new Set(['read', 'put']);

/** Continues from a journal, with the same answer to every interrupted attempt. */
async function resume(document: PipelineDocument, before: readonly RunEvent[], answer: InterruptAnswer) {
  const { catalogue, calls } = probes(failAsTold);
  const asked: string[] = [];
  const { state, journal } = await runPipeline({
    document,
    catalogue,
    clock: memoryClock(new Date(before.at(-1)?.at ?? 0)),
    journal: memoryJournal(before),
    onEvent: (event, runner) => {
      if (event.type !== 'step_waiting' || event.reason !== 'unknown_effect') return;
      asked.push(event.step);
      runner.resolveInterrupted(
        { step: event.step, ...(event.iteration && { iteration: event.iteration }) },
        answer,
      );
    },
  });
  const attemptsOf = (step: string) =>
    calls.flatMap(({ ctx }) => (ctx.step.id === step ? [ctx.step.attempt] : []));
  return { state, journal, asked, attemptsOf };
}

function inFlight(state: RunState): [string, UnitState][] {
  return [...state.steps].filter(
    ([, unit]) => unit.status === 'running' && ['read', 'put', 'send'].includes(unit.action ?? ''),
  );
}

function statuses(state: RunState): Record<string, string> {
  return Object.fromEntries([...state.steps].map(([id, unit]) => [id, unit.status]).sort());
}

describe('another runner that takes over after any event of a random pipeline', () => {
  test.each(['happened', 'retry', 'fail'] as const)(
    'repeats no finished step, repeats idempotent ones in flight, and asks about the others; the answer is %s',
    async (answer) => {
      await fc.assert(
        fc.asyncProperty(randomSteps(7), async (steps) => {
          const document = randomPipeline(steps);
          const whole = await runPipeline({ document, catalogue: probes(failAsTold).catalogue });
          for (let length = 1; length <= whole.journal.events.length; length += 1) {
            const before = whole.journal.events.slice(0, length);
            await checkTakeover(document, before, answer, whole.state);
          }
        }),
        { numRuns: 20 },
      );
    },
  );
});

async function checkTakeover(
  document: PipelineDocument,
  before: readonly RunEvent[],
  answer: InterruptAnswer,
  whole: RunState,
): Promise<void> {
  const left = foldEvents(before);
  const { state, journal, asked, attemptsOf } = await resume(document, before, answer);
  expect(isTerminal(state.status)).toBe(true);
  expect(journal.events.map(({ seq }) => seq)).toEqual(journal.events.map((_, index) => index + 1));
  for (const [id, unit] of left.steps) {
    if (!isTerminal(unit.status)) continue;
    expect(attemptsOf(id)).toEqual([]);
    expect(state.steps.get(id)?.output).toEqual(unit.output);
  }
  const open = inFlight(left);
  const unsafe = open.filter(([, unit]) => !SAFE.has(unit.action ?? '')).map(([id]) => id);
  expect([...asked].sort()).toEqual([...unsafe].sort());
  for (const [id, unit] of open) {
    const next = unit.attempts.length + 1;
    expect(state.steps.get(id)?.attempts[next - 2]?.status).not.toBe('running');
    if (!unsafe.includes(id) || answer === 'retry') expect(attemptsOf(id)[0]).toBe(next);
    else {
      expect(attemptsOf(id)).toEqual([]);
      if (answer === 'happened')
        expect(state.steps.get(id)).toMatchObject({ status: 'completed', output: { value: {} } });
      else expect(state.steps.get(id)).toMatchObject({ status: 'failed', error: { kind: 'unknown_effect' } });
    }
  }
  if (open.length === 0) expect(statuses(state)).toEqual(statuses(whole));
}

describe('an attempt that was in flight', () => {
  const interrupted = (action: string, inputs: Json = {}): RunEvent[] => {
    const at = memoryClock().now().toISOString();
    return [
      { seq: 1, at, type: 'run_created', run_id: 'r', pipeline_id: 'p', version: 1, params: {} },
      { seq: 2, at, type: 'run_started' },
      { seq: 3, at, type: 'step_started', step: 'a', attempt: 1, action, inputs: { value: inputs } },
    ];
  };

  test.each([
    ['retry', ['a'], 'completed'],
    ['fail', [], 'failed'],
    ['ask', [], 'completed'],
  ] as const)('follows on_interrupt: %s', async (policy, repeated, status) => {
    const document = {
      steps: [{ id: 'a', action: policy === 'ask' ? 'read' : 'send', on_interrupt: policy }],
    };
    const { state, asked, attemptsOf } = await resume(
      document,
      interrupted(document.steps[0]!.action),
      'happened',
    );
    expect(attemptsOf('a')).toHaveLength(repeated.length);
    expect(asked).toHaveLength(policy === 'ask' ? 1 : 0);
    expect(state.status).toBe(status);
  });

  test('follows the settings of the pipeline when its step has no on_interrupt', async () => {
    const document: PipelineDocument = {
      steps: [{ id: 'a', action: 'send' }],
      settings: { on_interrupt: 'retry' },
    };
    const { attemptsOf } = await resume(document, interrupted('send'), 'fail');
    expect(attemptsOf('a')).toEqual([2]);
  });

  test('that is an HTTP request without a method is a GET and is repeated', async () => {
    const document = { steps: [{ id: 'a', action: 'http_request', params: { url: 'http://x.test' } }] };
    const { state, asked } = await resume(
      document,
      interrupted('http_request', { url: 'http://x.test' }),
      'fail',
    );
    expect(asked).toEqual([]);
    expect(state.status).toBe('completed');
  });

  test('that is an HTTP POST waits for a person', async () => {
    const params = { url: 'http://x.test', method: 'POST' };
    const document = { steps: [{ id: 'a', action: 'http_request', params }] };
    const { asked } = await resume(document, interrupted('http_request', params), 'happened');
    expect(asked).toEqual(['a']);
  });

  test('keeps the idempotency key of the first attempt', async () => {
    const { catalogue, calls } = probes();
    await runPipeline({
      document: { steps: [{ id: 'a', action: 'put' }] },
      catalogue,
      journal: memoryJournal(interrupted('put')),
    });
    expect(calls.map(({ ctx }) => ctx.idempotencyKey)).toEqual(['r/a']);
  });

  test('counts against retries only when it failed', async () => {
    const { catalogue, calls } = probes(({ ctx }) => {
      if (ctx.step.attempt < 3) throw new ActionError('timeout', 'Slow.');
      return null;
    });
    const { state } = await runPipeline({
      document: { steps: [{ id: 'a', action: 'put', retry: { max_attempts: 2 } }] },
      catalogue,
      journal: memoryJournal(interrupted('put')),
    });
    expect(calls.map(({ ctx }) => ctx.step.attempt)).toEqual([2, 3]);
    expect(state.status).toBe('completed');
  });

  test('waits for one answer, also after another takeover', async () => {
    const document = { steps: [{ id: 'a', action: 'send' }] };
    const at = memoryClock().now().toISOString();
    const events: RunEvent[] = [
      ...interrupted('send'),
      { seq: 4, at, type: 'attempt_interrupted', step: 'a', attempt: 1 },
      { seq: 5, at, type: 'step_waiting', step: 'a', attempt: 1, reason: 'unknown_effect' },
    ];
    const { catalogue, calls } = probes();
    const journal = memoryJournal(events);
    const end = await runPipeline({ document, catalogue, journal, parkAfterMs: 0 });
    expect(end.ended).toBe(false);
    expect(journal.events).toHaveLength(5);
    expect(calls).toHaveLength(0);
  });
});

describe('a pause after any event of a random pipeline', () => {
  test('starts nothing until the run is resumed, and does not change the result', async () => {
    await fc.assert(
      fc.asyncProperty(randomSteps(6), async (steps) => {
        const document = randomPipeline(steps);
        const whole = await runPipeline({ document, catalogue: probes(failAsTold).catalogue });
        const { events } = whole.journal;
        for (let length = 1; length < events.length; length += 1) {
          await checkPause(document, events.slice(0, length), whole.state);
        }
      }),
      { numRuns: 15, verbose: 1 },
    );
  });
});

async function checkPause(
  document: PipelineDocument,
  before: readonly RunEvent[],
  whole: RunState,
): Promise<void> {
  const { catalogue, calls } = probes(failAsTold);
  const clock = memoryClock(new Date(before.at(-1)?.at ?? 0));
  const paused = startRun({ document, catalogue, events: before, clock, parkAfterMs: 0 });
  paused.runner.pause(1);
  const end = await paused.runner.run();
  if (end.ended) return;
  expect(calls).toEqual([]);
  const started = (event: RunEvent) => event.type === 'step_started' || event.type === 'iterations_planned';
  expect(paused.events.slice(before.length).filter(started)).toEqual([]);

  for (let length = before.length; length <= paused.events.length; length += 1) {
    const { state } = await runPipeline({
      document,
      catalogue,
      clock: memoryClock(clock.now()),
      journal: memoryJournal(paused.events.slice(0, length)),
      onEvent: (event, runner) => {
        if (event.type !== 'step_waiting' || event.reason !== 'unknown_effect') return;
        const { step, iteration } = event;
        runner.resolveInterrupted({ step, ...(iteration && { iteration }) }, 'retry');
      },
      begin: (runner) => {
        runner.pause(1);
        runner.resume(2);
        for (const [step] of inQuestion(runner.state)) runner.resolveInterrupted({ step }, 'retry');
      },
    });
    expect(isTerminal(state.status)).toBe(true);
    expect(state.hold).toBeUndefined();
    if (inFlight(foldEvents(before)).length === 0) expect(statuses(state)).toEqual(statuses(whole));
  }
}

function inQuestion(state: RunState): [string, UnitState][] {
  return [...state.steps].filter(([, unit]) => unit.wait?.reason === 'unknown_effect');
}
