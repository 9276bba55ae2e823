import { catalogue } from '../actions';
import type { Catalogue } from '../catalogue';
import type { Json } from '../json';
import { normalize } from '../pipeline/normalize';
import { coerceRunParams } from '../pipeline/run-params';
import type { PipelineDocument } from '../pipeline/schema';
import type { Clock, World } from '../ports';
import type { DebugSettings } from '../run/debug/breakpoint';
import type { Journal } from '../run/journal/journal';
import { Runner } from '../run/runner';
import type { RunEvent } from '../run/state/events';
import { foldEvents } from '../run/state/fold';
import type { RunState } from '../run/state/state';
import { fakeWorld, type MemoryClock, memoryClock } from './fakes';

/** A journal in memory. */
export interface MemoryJournal extends Journal {
  readonly events: RunEvent[];
  /** Sizes of the writes, in order: how events were grouped. */
  readonly writes: number[];
}

export function memoryJournal(before: readonly RunEvent[] = []): MemoryJournal {
  const events = [...before];
  const writes: number[] = [];
  return {
    events,
    writes,
    append: async (added) => {
      events.push(...added);
      writes.push(added.length);
    },
  };
}

export interface TestRun extends Partial<World> {
  readonly document: PipelineDocument;
  readonly params?: Readonly<Record<string, Json>>;
  /** Breakpoints of a new run. */
  readonly debug?: DebugSettings;
  readonly catalogue?: Catalogue;
  readonly clock?: MemoryClock;
  /** Continue from this journal instead of starting a new run. */
  readonly journal?: MemoryJournal;
  /** Called for every event; may cancel or abandon the runner. */
  readonly onEvent?: (event: RunEvent, runner: Runner) => void;
  readonly parkAfterMs?: number;
  /** Called before the runner starts, for example to send a command. */
  readonly begin?: (runner: Runner) => void;
}

export interface TestRunResult {
  readonly state: RunState;
  readonly journal: MemoryJournal;
  readonly runner: Runner;
  readonly ended: boolean;
}

/** The first event of a run. */
export function createdEvent(
  clock: Pick<Clock, 'now'>,
  params: Record<string, Json> = {},
  debug?: DebugSettings,
): RunEvent {
  return {
    seq: 1,
    at: clock.now().toISOString(),
    type: 'run_created',
    run_id: 'run_1',
    pipeline_id: 'pl_1',
    version: 1,
    params,
    ...(debug ? { debug } : {}),
  };
}

/** Runs a pipeline to its end in virtual time: when the runner is idle, the clock moves to the next timer. */
export async function runPipeline(options: TestRun): Promise<TestRunResult> {
  const clock = options.clock ?? memoryClock();
  const coerced = coerceRunParams(options.document.params ?? {}, options.params ?? {});
  if (!coerced.ok) throw new Error(coerced.problems.map(({ message }) => message).join(' '));
  const journal = options.journal ?? memoryJournal([createdEvent(clock, coerced.params, options.debug)]);
  const actions = options.catalogue ?? catalogue;
  const runner: Runner = new Runner({
    pipeline: normalize(options.document, actions.descriptors),
    catalogue: actions,
    state: foldEvents(journal.events),
    journal,
    clock,
    world: fakeWorld(worldIn(options)),
    onEvent: (event) => options.onEvent?.(event, runner),
    ...(options.parkAfterMs === undefined ? {} : { parkAfterMs: options.parkAfterMs }),
  });
  options.begin?.(runner);
  const end = { done: false };
  const running = runner.run().finally(() => {
    end.done = true;
  });
  while (!end.done) await idle(clock);
  const { ended } = await running;
  return { state: runner.state, journal, runner, ended };
}

/** The parts of a world that a test supplies, without undefined ones. */
export function worldIn(options: Partial<World>): Partial<World> {
  const { http, mail, sql, files, sandbox, settings, secrets, clusters, deployments, models } = options;
  const given = Object.entries({
    ...{ http, mail, sql, files, sandbox, settings, secrets, clusters, deployments, models },
  });
  return Object.fromEntries(given.filter(([, part]) => part !== undefined));
}

/** Waits for all work that needs no time to pass, then moves the clock to the next timer. */
async function idle(clock: MemoryClock): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  const [next] = clock.due;
  if (next) clock.advance(Math.max(0, next.getTime() - clock.now().getTime()));
}
