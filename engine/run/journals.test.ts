import { describe, expect, test } from 'vitest';
import { plansOf, readJournals, summarize } from '../testing/journals';
import { runEventSchema } from './state/events';
import { foldEvents } from './state/fold';

const recorded = readJournals();

test('there are at least 50 recorded journals, some with takeovers', () => {
  expect(recorded.length).toBeGreaterThanOrEqual(50);
  const types = new Set(recorded.flatMap(({ journal }) => journal.events.map(({ type }) => type)));
  for (const type of ['attempt_interrupted', 'step_retrying', 'iterations_planned', 'run_paused'] as const) {
    expect(types).toContain(type);
  }
});

/** A failure is a run that would continue differently after an upgrade: see docs/faults.md, "Replay". */
describe.each(recorded)('the recorded journal $file', ({ journal }) => {
  test('contains only events that this build knows', () => {
    for (const event of journal.events) expect(runEventSchema.safeParse(event).success).toBe(true);
  });

  test('folds to the recorded state', () => {
    expect(JSON.parse(JSON.stringify(summarize(foldEvents(journal.events))))).toEqual(journal.state);
  });

  test('plans the recorded steps', () => {
    expect(plansOf(journal)).toEqual(journal.plans);
  });
});
