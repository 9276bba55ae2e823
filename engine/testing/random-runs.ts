import fc from 'fast-check';
import { ActionError } from '../errors';
import { isJsonObject, type Json, type JsonObject } from '../json';
import type { PipelineDocument, StepDocument } from '../pipeline/schema';
import type { Runner } from '../run/runner';
import type { RunEvent } from '../run/state/events';
import { isTerminal } from '../run/state/fold';
import { type MemoryClock, memoryClock } from './fakes';
import { type ProbeCall, probes } from './probes';
import { idAt, randomPipeline, randomSteps } from './random-pipelines';
import { createdEvent } from './run-pipeline';
import { startRun } from './start-run';

/** Limit of turns of a run, to detect endless loops. */
const MAX_TURNS = 5000;

/** A command to a run at a given time. */
export interface RandomCommand {
  /** Seconds after the creation of the run. */
  readonly at: number;
  readonly do: 'pause' | 'resume' | 'go' | 'cancel';
  /** Its number in the table of commands. */
  readonly number: number;
}

/** A pipeline, the latency of its effects, and the commands to the run. */
export interface RandomRun {
  readonly document: PipelineDocument;
  readonly commands: readonly RandomCommand[];
  /** Seed of the durations of effects. */
  readonly latency: number;
  /** Whether the outcome may depend on timing: cancelled, or ended by a `fail`. */
  readonly isTimed: boolean;
}

/** Start of every random run, in ms since 1970. */
export const start = memoryClock().now().getTime();

/** Loops, waits for a signal and a `fail`, after some of the other steps. */
const extras = fc.array(
  fc.record({
    kind: fc.constantFrom('each', 'nested', 'rests', 'until', 'fail'),
    after: fc.array(fc.nat(), { maxLength: 2 }),
    items: fc.integer({ min: 0, max: 4 }),
    parallel: fc.integer({ min: 1, max: 3 }),
    failures: fc.constantFrom(0, 0, 1, 3),
    attempts: fc.integer({ min: 1, max: 3 }),
    rarely: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  }),
  { maxLength: 3 },
);

const asked = fc.record({
  pauseAt: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined, freq: 2 }),
  pauseFor: fc.integer({ min: 1, max: 9 }),
  cancelAt: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined, freq: 1 }),
  goAt: fc.integer({ min: 0, max: 30 }),
});

/** Random runs of random pipelines. */
export function randomRuns(maxSteps: number): fc.Arbitrary<RandomRun> {
  return fc
    .record({
      steps: randomSteps(maxSteps),
      extras,
      maxParallel: fc.integer({ min: 1, max: 4 }),
      latency: fc.nat({ max: 1_000_000 }),
      asked,
      isCancelled: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    })
    .map((drawn) => {
      const { steps, maxParallel, latency } = drawn;
      const document = randomPipeline(steps, maxParallel);
      const added = drawn.extras
        .filter(({ kind, rarely }) => kind !== 'fail' || rarely)
        .map((extra, index) => writeExtra(extra, index, steps.length));
      const { pauseAt, pauseFor, cancelAt, goAt } = drawn.asked;
      const commands = [
        ...(pauseAt === undefined
          ? []
          : [
              { at: pauseAt, do: 'pause' as const },
              { at: pauseAt + pauseFor, do: 'resume' as const },
            ]),
        ...(cancelAt === undefined || !drawn.isCancelled ? [] : [{ at: cancelAt, do: 'cancel' as const }]),
        { at: goAt, do: 'go' as const },
      ]
        .sort((a, b) => a.at - b.at)
        .map((command, index) => ({ ...command, number: index + 1 }));
      return {
        document: { ...document, steps: [...document.steps, ...added] },
        commands,
        latency,
        isTimed:
          commands.some((command) => command.do === 'cancel') ||
          added.some(({ action }) => action === 'fail'),
      };
    });
}

type Extra = typeof extras extends fc.Arbitrary<(infer E)[]> ? E : never;

function writeExtra(extra: Extra, index: number, count: number): StepDocument {
  const { kind, items, parallel, failures, attempts } = extra;
  const after = [...new Set(extra.after.map((n) => idAt(n % count)))];
  const common = {
    id: `x${index}`,
    ...(after.length > 0 ? { depends_on: after } : {}),
    ...(attempts > 1 ? { retry: { max_attempts: attempts } } : {}),
  };
  const list = Array.from({ length: items }, (_, item) => item);
  // A loop that stops at a failure depends on the timing of its iterations.
  const many: JsonObject =
    failures === 0
      ? { parallel: parallel > 1, max_parallel: parallel }
      : { parallel: parallel > 1, max_parallel: parallel, on_item_failure: 'continue' };
  const put = { action: 'put', action_params: { input: { fails: failures, item: '{{item}}' } } };
  switch (kind) {
    case 'each':
      return { ...common, action: 'loop', params: { items: list, ...put, ...many } };
    case 'nested':
      return {
        ...common,
        action: 'loop',
        params: { items: list, action: 'loop', action_params: { items: [1, 2], ...put, ...many }, ...many },
      };
    case 'rests':
      return {
        ...common,
        action: 'loop',
        params: { items: list, action: 'wait', action_params: { duration: 2 }, ...many },
      };
    case 'until':
      return {
        ...common,
        action: 'wait_until',
        params: {
          condition: 'default(signals.go, 0) == 1',
          timeout_seconds: 10_000,
          poll_interval_seconds: 7,
        },
      };
    case 'fail':
      return { ...common, action: 'fail', params: { message: 'Enough.' } };
  }
}

export interface RandomResult {
  readonly events: readonly RunEvent[];
  readonly runner: Runner;
  readonly calls: readonly ProbeCall[];
}

/**
 * Executes a run in virtual time, from its start or from the journal of a runner that died; answers every
 * question about an interrupted attempt with `retry`.
 * @param away seconds between that death and the takeover
 * @param eventMs time that each event takes: from 5 ms on, a turn is over after one decision
 * @throws Error when the run neither ends nor idles
 */
export async function performRun(
  run: RandomRun,
  before: readonly RunEvent[] = [],
  away = 0,
  eventMs = 0,
): Promise<RandomResult> {
  const clock = memoryClock(
    new Date(Date.parse(before.at(-1)?.at ?? new Date(start).toISOString()) + away * 1000),
  );
  const journal = { events: [...(before.length > 0 ? before : [createdEvent(clock)])] };
  const { catalogue, calls } = probes((call) => performEffect(run, journal.events, clock, call));
  let spent = 0;
  const { runner, events } = startRun({
    document: run.document,
    catalogue,
    clock: { ...clock, now: () => new Date(clock.now().getTime() + spent) },
    events: journal.events,
    onEvent: (event) => {
      spent += eventMs;
      if (event.type !== 'step_waiting' || event.reason !== 'unknown_effect') return;
      const { step, iteration } = event;
      runner.resolveInterrupted({ step, ...(iteration && { iteration }) }, 'retry');
    },
  });
  journal.events = events;
  ask(run, runner, clock);
  answerOld(runner);
  let isDone = false;
  const running = runner.run().finally(() => {
    isDone = true;
  });
  for (let turn = 0; !isDone; turn += 1) {
    if (turn > MAX_TURNS) throw new Error('The run neither ends nor rests.');
    await idle(clock);
  }
  await running;
  return { events, runner, calls };
}

/** Answers open questions of an earlier runner. */
export function answerOld(runner: Runner): void {
  const visit = (step: string, iteration: number[], unit: { wait: { reason: string } | undefined }) => {
    if (unit.wait?.reason !== 'unknown_effect') return;
    runner.resolveInterrupted({ step, ...(iteration.length > 0 ? { iteration } : {}) }, 'retry');
  };
  for (const [step, unit] of runner.state.steps) {
    visit(step, [], unit);
    for (const [index, child] of unit.iterations?.units ?? []) {
      visit(step, [index], child);
      for (const [below, grandchild] of child.iterations?.units ?? [])
        visit(step, [index, below], grandchild);
    }
  }
}

/**
 * Sends every command at its time, and past ones immediately, since a runner that takes over receives all
 * commands again.
 */
function ask({ commands }: RandomRun, runner: Runner, clock: MemoryClock): void {
  for (const command of commands) {
    const at = start + command.at * 1000;
    const give = () => giveCommand(runner, command);
    if (at <= clock.now().getTime()) give();
    else clock.at(new Date(at), give);
  }
}

/** Sends a command to a runner; repeated commands change nothing. */
export function giveCommand(runner: Runner, command: RandomCommand): void {
  if (command.do === 'pause') runner.pause(command.number);
  else if (command.do === 'resume') runner.resume(command.number);
  else if (command.do === 'go') runner.sendSignal('go', 1, command.number);
  else runner.cancel();
}

/**
 * A deterministic effect: takes time, fails as often as its input says, counted by recorded failures, and
 * then returns a value that depends on its key.
 */
export async function performEffect(
  run: RandomRun,
  events: readonly RunEvent[],
  clock: MemoryClock,
  { input, ctx }: ProbeCall,
): Promise<Json> {
  const key = ctx.idempotencyKey;
  const takes = hash(`${key} ${run.latency}`) % 4;
  if (takes > 0) await pause(clock, takes, ctx.signal);
  const failed = events.filter(
    (event) => event.type === 'step_retrying' && key === `run_1/${event.step}${written(event.iteration)}`,
  ).length;
  const fails = isJsonObject(input) ? Number(input.fails) : 0;
  if (failed < fails) throw new ActionError('connection_error', 'As told.');
  return { key };
}

function written(iteration: readonly number[] = []): string {
  return iteration.map((index) => `[${index}]`).join('');
}

function pause(clock: MemoryClock, seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const off = clock.at(new Date(clock.now().getTime() + seconds * 1000), resolve);
    signal.addEventListener('abort', () => {
      off();
      reject(signal.reason);
    });
  });
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}

/** Waits for all work that needs no time to pass, then moves the clock to the next timer. */
async function idle(clock: MemoryClock): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  const [next] = clock.due;
  if (next) clock.advance(Math.max(0, next.getTime() - clock.now().getTime()));
}

export function hasEnded({ runner }: RandomResult): boolean {
  return isTerminal(runner.state.status);
}
