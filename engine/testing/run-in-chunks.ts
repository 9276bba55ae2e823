import type { Json } from '../json';
import { normalize } from '../pipeline/normalize';
import type { PipelineDocument } from '../pipeline/schema';
import type { World } from '../ports';
import type { DebugSettings } from '../run/debug/breakpoint';
import { Runner } from '../run/runner';
import type { RunEvent } from '../run/state/events';
import { foldEvents } from '../run/state/fold';
import type { RunState } from '../run/state/state';
import { fakeWorld, memoryClock } from './fakes';
import { type MemoryChunks, memoryChunks } from './memory-chunks';
import { type ProbeCall, probes } from './probes';
import { createdEvent, memoryJournal } from './run-pipeline';

/** An ended run with its calls. */
export interface Ran {
  readonly state: RunState;
  readonly events: readonly RunEvent[];
  readonly calls: readonly ProbeCall[];
  readonly chunks: MemoryChunks;
}

export interface InChunks {
  readonly perform?: (call: ProbeCall) => Json | Promise<Json>;
  readonly params?: Record<string, Json>;
  readonly world?: Partial<World>;
  /** Longest list that is not executed in chunks. */
  readonly above?: number;
  /** The same of a loop that may pause at its iterations. */
  readonly debuggedAbove?: number;
  readonly size?: number;
  readonly debug?: DebugSettings;
  readonly onEvent?: (event: RunEvent, runner: Runner) => void;
}

/** Runs a pipeline to its end in virtual time, long loops in chunks. */
export async function runInChunks(document: PipelineDocument, options: InChunks = {}): Promise<Ran> {
  const { above = 3, debuggedAbove = 10, size = 2 } = options;
  const clock = memoryClock();
  const { catalogue, calls } = probes(options.perform);
  const journal = memoryJournal([createdEvent(clock, options.params, options.debug)]);
  const world = fakeWorld(options.world);
  const chunks = memoryChunks({
    document,
    catalogue,
    clock,
    world,
    sizes: { above, debuggedAbove, size },
    parent: () => runner.state,
    ended: () => runner.recheckChunks(),
  });
  const runner: Runner = new Runner({
    pipeline: normalize(document, catalogue.descriptors),
    catalogue,
    state: foldEvents(journal.events),
    journal,
    clock,
    world,
    chunks,
    onEvent: (event) => options.onEvent?.(event, runner),
  });
  let isOver = false;
  const running = runner.run().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (let turn = 0; turn < 50 && !isOver; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const [next] = clock.due;
    if (next && !isOver) clock.advance(Math.max(0, next.getTime() - clock.now().getTime()));
  }
  await running;
  return { state: runner.state, events: journal.events, calls, chunks };
}

/** A step that loops over `count` items and sends each. */
export const each = (count: number, params: Record<string, Json> = {}, more: object = {}) => ({
  id: 'each',
  action: 'loop',
  params: {
    items: Array.from({ length: count }, (_, index) => `item ${index}`),
    action: 'send',
    action_params: { input: '{{item}}' },
    max_iterations: 1000,
    ...params,
  },
  ...more,
});

/** Idempotency keys of calls, in order. */
export const keys = (calls: readonly ProbeCall[]) => calls.map(({ ctx }) => ctx.idempotencyKey);
