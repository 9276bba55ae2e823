import { describe, expect, test } from 'vitest';
import { catalogue } from '../actions';
import { buildGraph } from '../pipeline/graph';
import { normalize } from '../pipeline/normalize';
import { isRunnable, validate } from '../pipeline/validate';
import { Frontier } from '../run/schedule/plan';
import { type RunEvent, runEventSchema } from '../run/state/events';
import { applyEvent, emptyRunState, foldEvents, isTerminal } from '../run/state/fold';
import { addressOf, unitKey } from '../run/state/unit';
import { memoryClock } from './fakes';
import { answerPauses, goldenJournal, goldenWorld, runGolden } from './golden';
import { readGoldens } from './golden-files';
import { memoryJournal, runPipeline } from './run-pipeline';

const goldens = readGoldens();

test('there are at least 40 golden pipelines, covering sections 3 to 6 of the rules', () => {
  expect(goldens.length).toBeGreaterThanOrEqual(40);
  const sections = new Set(goldens.map(({ golden }) => golden.rule.split('.')[0]));
  expect([...sections].sort()).toEqual(expect.arrayContaining(['3', '4', '5', '6']));
});

describe.each(goldens)('$golden.rule $golden.title', ({ golden }) => {
  test('has no error before it runs', () => {
    const problems = validate(golden.pipeline, catalogue.descriptors);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(isRunnable(problems)).toBe(true);
  });

  test('has exactly this journal', async () => {
    const { journal } = await runGolden(golden);
    const actual = goldenJournal(journal.events);
    expect(actual).toEqual(golden.journal);
  });

  test('records only events that the journal declares', async () => {
    const { journal } = await runGolden(golden);
    for (const event of journal.events) expect(runEventSchema.parse(event)).toEqual(event);
  });

  test('has a journal that folds to the same state event by event, with the right ready steps', async () => {
    const { journal } = await runGolden(golden);
    const graph = buildGraph(normalize(golden.pipeline, catalogue.descriptors), catalogue.descriptors);
    const state = emptyRunState();
    const frontier = new Frontier(graph, state);
    for (const [index, event] of journal.events.entries()) {
      applyEvent(state, event);
      if (endsStep(event)) frontier.ended(event.step);
      const pending = (id: string) => (state.steps.get(id)?.status ?? 'pending') === 'pending';
      const fresh = new Frontier(graph, foldEvents(journal.events.slice(0, index + 1)));
      expect(new Set(frontier.ready.filter(pending))).toEqual(new Set(fresh.ready));
    }
    expect(isTerminal(state.status)).toBe(true);
  });

  test('ends with the same result when another runner takes over after any write', async () => {
    if (golden.cancel_on) return; // A person's command is not in the journal yet.
    const whole = await runGolden(golden);
    let written = 1;
    for (const size of whole.journal.writes.slice(0, -1)) {
      written += size;
      const before = whole.journal.events.slice(0, written);
      if (isInFlight(before)) continue;
      const clock = memoryClock(new Date(before.at(-1)?.at ?? 0));
      const journal = memoryJournal(before);
      const resumed = await runPipeline({
        document: golden.pipeline,
        clock,
        journal,
        begin: (runner) => answerPauses(golden, runner),
        onEvent: (event, runner) => {
          if (event.type === 'step_paused') answerPauses(golden, runner);
        },
        ...goldenWorld(golden, clock, new Map(whole.asked[written - 1])),
      });
      expect(resumed.state.status).toBe(whole.state.status);
      expect(statuses(resumed.state)).toEqual(statuses(whole.state));
      expect(resumed.state.outputs).toEqual(whole.state.outputs);
    }
  });
});

function endsStep(event: RunEvent): event is RunEvent & { step: string } {
  if (!('step' in event) || ('iteration' in event && event.iteration)) return false;
  return ['step_completed', 'step_failed', 'step_skipped', 'step_cancelled', 'step_given'].includes(
    event.type,
  );
}

function statuses(state: ReturnType<typeof foldEvents>) {
  return Object.fromEntries([...state.steps].map(([id, unit]) => [id, unit.status]).sort());
}

/** Steps in flight in an earlier runner begin again, which other tests cover. */
function isInFlight(events: readonly RunEvent[]): boolean {
  const open = new Set<string>();
  const kinds = new Map<string, string>();
  for (const event of events) {
    if (!('step' in event) || event.type === 'run_failed' || event.type === 'output_set') continue;
    const key = unitKey(addressOf(event));
    if (event.type === 'step_started') {
      kinds.set(key, catalogue.find(event.action)?.kind ?? 'effect');
      open.add(key);
    }
    if (endings.has(event.type)) open.delete(key);
  }
  return [...open].some((key) => kinds.get(key) === 'effect');
}

const endings = new Set([
  'step_completed',
  'step_failed',
  'step_cancelled',
  'step_retrying',
  'step_paused',
  'attempt_interrupted',
]);
