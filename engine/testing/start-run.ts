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

/** A runner whose world the test moves by hand. */
export interface StartedRun {
  readonly runner: Runner;
  readonly clock: MemoryClock;
  readonly events: RunEvent[];
}

/** Makes a runner for a pipeline, from its beginning or from the events of an earlier one. The test calls `run`. */
export function startRun(
  options: Partial<World> & {
    readonly document: PipelineDocument;
    readonly catalogue: Catalogue;
    readonly events?: readonly RunEvent[];
    readonly clock?: MemoryClock;
    /** Stands in for the journal in memory; `events` stays empty then. */
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

/** One line for each event that says what happened to which unit, without times: `step_started call[2] #1`. */
export function story(events: readonly RunEvent[]): string[] {
  return events.map((event) => {
    const unit = 'step' in event && event.step !== undefined ? ` ${event.step}` : '';
    const below = 'iteration' in event ? (event.iteration ?? []).map((index) => `[${index}]`).join('') : '';
    const attempt = 'attempt' in event && event.attempt !== undefined ? ` #${event.attempt}` : '';
    return `${event.type}${unit}${below}${attempt}`;
  });
}
