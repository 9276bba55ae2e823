import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PipelineDocument } from '../../pipeline/schema';
import { memoryClock } from '../../testing/fakes';
import { probes } from '../../testing/probes';
import { failAsTold, idAt, randomPipeline, randomSteps } from '../../testing/random-pipelines';
import { memoryJournal, runPipeline } from '../../testing/run-pipeline';
import type { Runner } from '../runner';
import type { RunEvent } from '../state/events';
import { foldEvents, isTerminal } from '../state/fold';
import type { PauseState, RunState } from '../state/state';
import { findUnit, type UnitAddress, waitingUnits } from '../state/unit';
import type { PauseAnswer } from './answer';
import type { Breakpoint, DebugSettings } from './breakpoint';

// Many random pipelines on a busy machine.
/** How the pauses of a step are answered: the first as drawn, later ones by continuing. */
type Answer = (step: number, pause: PauseState, earlier: number) => PauseAnswer;

interface Drawn {
  readonly debug: DebugSettings;
  readonly answer: Answer;
}

const decisions = fc.constantFrom<PauseAnswer>(
  { do: 'continue' },
  { do: 'continue', inputs: { input: 'edited' } },
  { do: 'output', output: { branch: 'true', input: 'given' } },
  { do: 'skip' },
  { do: 'fail', message: 'No.' },
);

/** Breakpoints at some of the steps, and what is decided about them. */
function drawn(length: number): fc.Arbitrary<Drawn> {
  const one = fc.record({ step: fc.nat({ max: length - 1 }), isFailure: fc.boolean() });
  return fc
    .record({
      points: fc.array(one, { maxLength: 4 }),
      pauseOnFailure: fc.boolean(),
      answers: fc.array(decisions, { minLength: 1, maxLength: 4 }),
    })
    .map(({ points, pauseOnFailure, answers }) => ({
      debug: { breakpoints: points.map(pointAt), pause_on_failure: pauseOnFailure },
      answer: (step, { moment }, earlier) => {
        const given = earlier === 0 ? answers[step % answers.length] : undefined;
        // Only probes have a parameter `input`, and without edits another attempt would not follow a failure.
        if (given === undefined || ('inputs' in given && moment === 'failure')) return { do: 'continue' };
        return given;
      },
    }));
}

function pointAt({ step, isFailure }: { step: number; isFailure: boolean }, index: number): Breakpoint {
  const when = isFailure ? 'failure' : 'before';
  return { id: `b${index}`, at: { step: idAt(step) }, when, enabled: true };
}

/** Answers the open pauses, each once. */
function answering(answer: Answer) {
  const indexOf = (step: string) => Number(/\d+/.exec(step)?.[0] ?? 0);
  return (runner: Runner): void => {
    for (const address of waitingUnits(runner.state)) {
      const { pause, answered = [] } = findUnit(runner.state, address) ?? {};
      if (!pause) continue;
      runner.answerPause(address, pause.seq, answer(indexOf(address.step), pause, answered.length));
    }
  };
}

async function perform(document: PipelineDocument, { debug, answer }: Drawn, before?: readonly RunEvent[]) {
  const { catalogue, calls } = probes(failAsTold);
  const answerAll = answering(answer);
  const started: { readonly address: UnitAddress; readonly isPaused: boolean }[] = [];
  const { state, journal } = await runPipeline({
    document,
    catalogue,
    debug,
    clock: memoryClock(new Date(before?.at(-1)?.at ?? 0)),
    ...(before ? { journal: memoryJournal(before) } : {}),
    begin: answerAll,
    onEvent: (event, runner) => {
      if (event.type === 'step_paused') answerAll(runner);
      if (event.type === 'step_started') {
        const address = { step: event.step, iteration: event.iteration ?? [] };
        started.push({ address, isPaused: findUnit(runner.state, address)?.pause !== undefined });
      }
      if (event.type !== 'step_waiting' || event.reason !== 'unknown_effect') return;
      runner.resolveInterrupted({ step: event.step }, 'retry');
    },
  });
  return { state, events: journal.events, calls, started };
}

const statuses = (state: RunState) =>
  Object.fromEntries([...state.steps].map(([id, { status, given }]) => [id, `${status} ${given}`]).sort());

function hasFlight({ steps }: RunState): boolean {
  return [...steps.values()].some(
    ({ status, action }) => status === 'running' && ['read', 'put', 'send'].includes(action ?? ''),
  );
}

describe('another runner that takes over after any event of a debugged random pipeline', () => {
  test('keeps pauses and decisions, and ends with the same result', async () => {
    const length = 6;
    await fc.assert(
      fc.asyncProperty(randomSteps(length), drawn(length), async (steps, given) => {
        const document = randomPipeline(steps);
        const whole = await perform(document, given);
        expect(isTerminal(whole.state.status)).toBe(true);
        expect(whole.started.filter(({ isPaused }) => isPaused)).toEqual([]);
        for (let count = 1; count < whole.events.length; count += 1) {
          const before = whole.events.slice(0, count);
          const left = foldEvents(before);
          const { state, events, calls } = await perform(document, given, before);
          expect(isTerminal(state.status)).toBe(true);
          expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
          expect(foldEvents(events)).toEqual({ ...state, loaded: new Map() });
          for (const [id, unit] of left.steps) {
            if (!isTerminal(unit.status)) continue;
            expect(calls.filter(({ ctx }) => ctx.step.id === id)).toEqual([]);
          }
          if (!hasFlight(left)) expect(statuses(state)).toEqual(statuses(whole.state));
        }
      }),
      { numRuns: 25, verbose: 1 },
    );
  });

  test('steps through to the result of a run without breakpoints', async () => {
    await fc.assert(
      fc.asyncProperty(randomSteps(5), async (steps) => {
        const document = randomPipeline(steps);
        const none = { breakpoints: [], pause_on_failure: false };
        const plain = await perform(document, { debug: none, answer: () => ({ do: 'continue' }) });
        const breakpoints = steps.map((_, step) => pointAt({ step, isFailure: false }, step));
        const given: Drawn = { debug: { ...none, breakpoints }, answer: () => ({ do: 'step' }) };
        const whole = await perform(document, given);
        expect(statuses(whole.state)).toEqual(statuses(plain.state));
        for (let count = 1; count < whole.events.length; count += 1) {
          const before = whole.events.slice(0, count);
          const { state } = await perform(document, given, before);
          if (!hasFlight(foldEvents(before))) expect(statuses(state)).toEqual(statuses(plain.state));
        }
      }),
      { numRuns: 15, verbose: 1 },
    );
  });
});
