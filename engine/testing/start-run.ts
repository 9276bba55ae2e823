import type { Catalogue } from '../catalogue';
import { normalize } from '../pipeline/normalize';
import type { PipelineDocument } from '../pipeline/schema';
import type { World } from '../ports';
import type { Journal } from '../run/journal/journal';
import { Runner, type RunnerOptions } from '../run/runner';
import type { RunEvent } from '../run/state/events';
import { foldEvents } from '../run/state/fold';
import { fakeWorld, type MemoryClock, memoryClock } from './fakes';
import { createdEvent, memoryJournal, worldIn } from './run-pipeline';

/** A runner whose clock and effects the test controls. */
export interface StartedRun {
  readonly runner: Runner;
  readonly clock: MemoryClock;
  readonly events: RunEvent[];
}

/** Creates a runner for a pipeline, for a new run or from recorded events. The test calls `run`. */
export function startRun(
  options: Partial<World> & {
    readonly document: PipelineDocument;
    readonly catalogue: Catalogue;
    readonly events?: readonly RunEvent[];
    readonly clock?: MemoryClock;
    /** Replaces the journal in memory; `events` then stays empty. */
    readonly journal?: Journal;
    readonly parkAfterMs?: number;
    readonly onEvent?: RunnerOptions['onEvent'];
    readonly onIdle?: RunnerOptions['onIdle'];
    readonly executor?: RunnerOptions['executor'];
  },
): StartedRun {
  const { document, catalogue } = options;
  const clock = options.clock ?? memoryClock();
  const journal = memoryJournal(options.events ?? [createdEvent(clock)]);
  const runner = new Runner({
    pipeline: normalize(document, catalogue.descriptors),
    catalogue,
    state: foldEvents(journal.events),
    journal: options.journal ?? journal,
    clock,
    world: fakeWorld(worldIn(options)),
    ...(options.parkAfterMs === undefined ? {} : { parkAfterMs: options.parkAfterMs }),
    ...(options.onEvent ? { onEvent: options.onEvent } : {}),
    ...(options.onIdle ? { onIdle: options.onIdle } : {}),
    ...(options.executor ? { executor: options.executor } : {}),
  });
  return { runner, clock, events: journal.events };
}

/** One line per event with its type and unit, without times: `step_started call[2] #1`. */
export function story(events: readonly RunEvent[]): string[] {
  return events.map((event) => {
    const unit = 'step' in event && event.step !== undefined ? ` ${event.step}` : '';
    const below = 'iteration' in event ? (event.iteration ?? []).map((index) => `[${index}]`).join('') : '';
    const attempt = 'attempt' in event && event.attempt !== undefined ? ` #${event.attempt}` : '';
    return `${event.type}${unit}${below}${attempt}`;
  });
}
