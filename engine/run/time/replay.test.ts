import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { at, bodies, numbered } from '../../testing/random-events';
import type { RunEvent, RunEventBody } from '../state/events';
import { foldEvents } from '../state/fold';
import { createReplay } from './replay';

// Many random journals on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const steps = Array.from({ length: 300 }, (_, index) => `s${index}`);

/** A run of 300 steps, each with an iteration, in an order in which several are active. */
function longJournal(): RunEvent[] {
  const unit = (step: string) => ({ step, attempt: 1 });
  const lines: RunEventBody[] = steps.flatMap((step): RunEventBody[] => [
    { type: 'step_started', ...unit(step), action: 'loop', inputs: { value: {} } },
    {
      ...{ type: 'iterations_planned', ...unit(step), items: [{ value: 1 }, { value: 2 }] },
      ...{ action: 'log', params: {}, parallel: 1, stop_on_failure: true },
    },
    { type: 'step_started', ...unit(step), iteration: [1], action: 'log', inputs: { value: {} } },
    { type: 'step_completed', ...unit(step), iteration: [1], output: { value: 3 } },
  ]);
  const ends = steps.map(
    (step): RunEventBody => ({ type: 'step_completed', ...unit(step), output: { value: 4 } }),
  );
  return numbered([{ type: 'run_started' }, ...lines, ...ends, { type: 'run_completed', outputs: {} }]);
}

describe('a replay', () => {
  test('has the state of the fold at every place of a random journal, in any order', () => {
    fc.assert(
      fc.property(
        fc.array(bodies, { maxLength: 40 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (list, places) => {
          const events = numbered(list);
          const replay = createReplay(events);
          for (const place of [...places, events.length]) {
            const count = place % (events.length + 1);
            expect(replay.stateAfter(count)).toEqual(foldEvents(events.slice(0, count)));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('has the state of the fold when it jumps through a journal with many kept states', () => {
    const events = longJournal();
    const replay = createReplay(events);
    fc.assert(
      fc.property(fc.nat({ max: events.length }), (count) => {
        expect(replay.stateAfter(count)).toEqual(foldEvents(events.slice(0, count)));
      }),
      { numRuns: 25 },
    );
  });

  test('keeps the objects of steps that did not change, forwards and backwards', () => {
    const events = longJournal();
    const replay = createReplay(events);
    const units = (count: number) => new Map(replay.stateAfter(count).steps);
    const late = units(1001);
    const early = units(901);
    const changed = steps.filter((step) => early.get(step) !== late.get(step));
    expect(changed).toHaveLength(25);
    expect(steps.filter((step) => units(1001).get(step) !== early.get(step))).toEqual(changed);
  });

  test('reads events that were added since', () => {
    const events = longJournal();
    const growing = events.slice(0, 10);
    const replay = createReplay(growing);
    replay.stateAfter(10);
    growing.push(...events.slice(10, 700));
    expect(replay.stateAfter(700)).toEqual(foldEvents(events.slice(0, 700)));
    expect(replay.stateAfter(5)).toEqual(foldEvents(events.slice(0, 5)));
  });

  test('ignores events after the end of the run, as the fold does', () => {
    const line = {
      step: 'a',
      attempt: 1,
      level: 'info' as const,
      message: 'late',
      type: 'step_logged' as const,
    };
    const events: RunEvent[] = [
      ...numbered([{ type: 'run_started' }, { type: 'run_cancelled', outputs: {} }]),
      { ...line, seq: 3, at },
    ];
    expect(createReplay(events).stateAfter(3)).toEqual(foldEvents(events));
  });
});
