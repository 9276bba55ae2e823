import { expect, test } from 'vitest';
import { catalogue as actions } from '../../actions';
import { normalize } from '../../pipeline/normalize';
import type { PipelineDocument } from '../../pipeline/schema';
import { memoryClock } from '../../testing/fakes';
import { answerPauses } from '../../testing/golden';
import { runPipeline } from '../../testing/run-pipeline';
import { planRerun } from '../rerun/plan-rerun';
import { rerunReasonText } from '../rerun/rerun-plan';
import { reuseEvents } from '../rerun/reuse-events';
import { testOf } from '../test/propose';
import type { PauseAnswer } from './answer';

const document: PipelineDocument = {
  steps: [
    { id: 'a', action: 'log', params: { message: 'a' } },
    { id: 'b', action: 'log', params: { message: '{{steps.a.output.message}}' } },
    { id: 'c', action: 'fail', params: { message: '{{steps.b.output.message}}' } },
  ],
};

/** A run whose first step was paused and answered. */
function debugged(answer: PauseAnswer) {
  const debug = {
    breakpoints: [{ id: 'b1', at: { step: 'a' }, when: 'before' as const, enabled: true }],
    pause_on_failure: false,
  };
  return runPipeline({
    document,
    debug,
    onEvent: (event, runner) => {
      if (event.type === 'step_paused') answerPauses({ answers: { a: [answer] } }, runner);
    },
  });
}

function plan(original: Awaited<ReturnType<typeof debugged>>['state'], scope: 'from' | 'from_failed') {
  const pipeline = normalize(document, actions.descriptors);
  const choice = { scope, ...(scope === 'from' ? { step: 'b' } : {}) };
  return planRerun({
    ...{ original, pipeline, params: {}, choice, catalogue: actions, now: memoryClock().now() },
  });
}

test.each([
  [
    { do: 'continue', inputs: { message: 'edited' } },
    'Keeps its output from #1, where a person edited its inputs.',
  ],
  [{ do: 'output', output: { message: 'typed', level: 'info' } }, 'Uses the entered output.'],
] as const)('a re-run says what a person changed, and does not count on it: %j', async (answer, kept) => {
  const { state, journal } = await debugged(answer);
  const again = plan(state, 'from_failed');
  const [first] = again.steps;
  expect(first).toMatchObject({ step: 'a', do: 'execute' });
  expect(first && rerunReasonText(first, '#1')).toMatch(
    /changed this step in #1, during a pause|Did not run in #1/,
  );
  const later = plan(state, 'from');
  expect(later.steps[0] && rerunReasonText(later.steps[0], '#1')).toBe(kept);
  expect(reuseEvents(later, state, journal.events)).toEqual([
    expect.objectContaining({ step: 'a', type: answer.do === 'output' ? 'step_given' : 'step_reused' }),
  ]);
});

test('a run that a person changed is not saved as a test; one that was only continued is', async () => {
  const keep = async (answer: PauseAnswer) => {
    const { state, journal } = await debugged(answer);
    return testOf({ name: 'Run', state, events: journal.events, catalogue: actions });
  };
  expect(await keep({ do: 'skip' })).toEqual({
    ok: false,
    message:
      'A person changed a during a pause, which a test cannot repeat. Keep a run without changed steps.',
  });
  expect(await keep({ do: 'continue' })).toMatchObject({ ok: true });
});
