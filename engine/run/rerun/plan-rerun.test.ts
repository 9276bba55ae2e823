import { describe, expect, test } from 'vitest';
import { catalogue as standard } from '../../actions';
import { ActionError } from '../../errors';
import type { JsonObject } from '../../json';
import { normalize } from '../../pipeline/normalize';
import type { PipelineDocument } from '../../pipeline/schema';
import { fakeSecrets } from '../../testing/fakes';
import { probes } from '../../testing/probes';
import { createdEvent, memoryJournal, runPipeline } from '../../testing/run-pipeline';
import { foldEvents } from '../state/fold';
import { planRerun } from './plan-rerun';
import type { RerunOptions } from './rerun-options';
import { rerunReasonText } from './rerun-plan';
import { reuseEvents } from './reuse-events';

const now = new Date('2026-01-02T00:00:00Z');

/** `first` and `score` complete, iteration 1 of `score` fails, `tell` fails, `after` is skipped. */
const document: PipelineDocument = {
  params: { to: { type: 'string', default: 'a' } },
  steps: [
    { id: 'first', action: 'read', params: { input: 'one' } },
    {
      id: 'score',
      action: 'loop',
      params: {
        items: [10, 11, 12],
        action: 'send',
        action_params: { input: '{{item}}' },
        on_item_failure: 'continue',
      },
      depends_on: ['first'],
    },
    { id: 'keep', action: 'set_output', params: { key: 'kept', value: '{{steps.first.output}}' } },
    { id: 'tell', action: 'put', params: { input: 'to {{params.to}}' }, depends_on: ['score'] },
    { id: 'after', action: 'read', params: { input: '{{steps.tell.output}}' } },
  ],
};

const { catalogue } = probes(({ input, ctx }) => {
  if (ctx.step.id === 'tell' || input === 11) throw new ActionError('rejected', 'No.');
  return input;
});

async function original() {
  const { state, journal } = await runPipeline({ document, catalogue });
  return { state, events: journal.events };
}

function options(more: Partial<RerunOptions> & Pick<RerunOptions, 'original'>): RerunOptions {
  const pipeline = normalize(document, catalogue.descriptors);
  return { pipeline, params: { to: 'a' }, choice: { scope: 'from_failed' }, catalogue, now, ...more };
}

function lines(given: RerunOptions): string[] {
  return planRerun(given).steps.map((each) => `${each.step} ${each.do}: ${rerunReasonText(each, '#1')}`);
}

describe('the plan of a re-run', () => {
  test('from the first failure reuses what completed', async () => {
    const { state } = await original();
    expect(lines(options({ original: state }))).toEqual([
      'first reuse: Reuses the output from #1.',
      'score reuse: Reuses the output from #1.',
      'keep reuse: Reuses the output from #1.',
      'tell execute: Failed in #1.',
      'after execute: Runs after tell.',
    ]);
  });

  test('executes the steps that read a changed param, and nothing else', async () => {
    const { state } = await original();
    const changed = options({ original: state, params: { to: 'b' }, choice: { scope: 'failed_iterations' } });
    expect(planRerun(changed).steps.find(({ step }) => step === 'first')?.do).toBe('reuse');
    expect(lines(options({ original: state, params: { to: 'b' } }))).toContain(
      'tell execute: Its inputs differ from #1.',
    );
  });

  test('of failed iterations executes these only, and the steps after the loop', async () => {
    const { state } = await original();
    const plan = planRerun(options({ original: state, choice: { scope: 'failed_iterations' } }));
    expect(plan.steps.map(({ step, do: what }) => `${step} ${what}`)).toEqual([
      'first reuse',
      'score execute',
      'keep reuse',
      'tell execute',
      'after execute',
    ]);
    expect(plan.steps.find(({ step }) => step === 'score')?.reason).toBe('failed_iterations');
    expect(plan.steps.find(({ step }) => step === 'score')?.iterations).toEqual({ total: 3, reused: [0, 2] });
    expect(plan.ledger).toMatchObject([
      { step: 'score', count: 1, repeats: true, effect: 'write', uncertain: false },
      { step: 'tell', count: 1, repeats: true },
    ]);
  });

  test('of failed iterations keeps the others when a person edits what the loop passes on', async () => {
    const { state } = await original();
    const scoreOf = (inputs: JsonObject) => {
      const choice = { scope: 'failed_iterations' as const, inputs: { score: inputs } };
      return planRerun(options({ original: state, choice })).steps.find(({ step }) => step === 'score');
    };
    expect(scoreOf({ action_params: { input: 'edited {{item}}' }, parallel: true })).toMatchObject({
      do: 'execute',
      reason: 'failed_iterations',
      iterations: { total: 3, reused: [0, 2] },
    });
    const withItems = scoreOf({ items: [1, 2, 3], action_params: { input: 'edited' } });
    expect(withItems).toMatchObject({ do: 'execute', reason: 'changed' });
    expect(withItems?.iterations).toBeUndefined();
  });

  test('of failed iterations executes the whole loop when a param that it reads changed, too', async () => {
    const { state } = await original();
    const choice = {
      scope: 'failed_iterations' as const,
      inputs: { first: { input: 'other' }, score: { action_params: { input: 'edited' } } },
    };
    const plan = planRerun(options({ original: state, choice }));
    expect(plan.steps.find(({ step }) => step === 'score')?.iterations).toBeUndefined();
  });

  test('of one step keeps all others', async () => {
    const { state } = await original();
    expect(lines(options({ original: state, choice: { scope: 'only', step: 'score' } }))).toEqual([
      'first reuse: Keeps its output from #1.',
      'score execute: Selected.',
      'keep reuse: Keeps its output from #1.',
      'tell reuse: Keeps its failure from #1.',
      'after skip: Skipped, because tell failed.',
    ]);
  });

  test('executes a step with edited inputs, and the steps after it', async () => {
    const { state } = await original();
    const choice = { scope: 'from_failed' as const, inputs: { first: { input: 'two' } } };
    const planned = planRerun(options({ original: state, choice })).steps;
    expect(planned.filter((each) => each.do === 'execute').map(({ step }) => step)).toEqual([
      'first',
      'score',
      'keep',
      'tell',
      'after',
    ]);
  });

  test('executes a step whose file has expired', async () => {
    const { state } = await original();
    expect(lines(options({ original: state, expired: new Set(['first']) }))[0]).toBe(
      'first execute: A file of its output in #1 has expired.',
    );
  });

  test('executes a step whose action has a newer release', async () => {
    const { state } = await original();
    const { descriptors } = catalogue;
    const all = descriptors.all.map((each) => (each.type === 'read' ? { ...each, release: 2 } : each));
    const newer = { all, find: (type: string) => all.find((each) => each.type === type) };
    const given = options({ original: state, catalogue: { descriptors: newer } });
    expect(lines(given)[0]).toBe('first execute: Its action has a newer release than in #1.');
  });

  test('is uncertain about a step whose condition reads what a step will return', async () => {
    const { state } = await original();
    const steps = [
      ...document.steps,
      { id: 'maybe', action: 'send', condition: "steps.tell.output == 'x'", params: {} },
    ];
    const next = normalize({ ...document, steps }, catalogue.descriptors);
    const plan = planRerun(options({ original: state, next }));
    expect(plan.steps.at(-1)).toMatchObject({ step: 'maybe', do: 'unknown', detail: 'tell' });
    expect(plan.ledger.at(-1)).toMatchObject({ step: 'maybe', uncertain: true });
  });

  test.each([
    [{ scope: 'from', step: 'gone' } as const, 'The definition has no step gone.'],
    [{ scope: 'from' } as const, 'Select the step to execute.'],
    [
      { scope: 'only', step: 'after' } as const,
      'after cannot execute. Skipped, because tell failed. Select an earlier step.',
    ],
  ])('is refused with a sentence: %o', async (choice, sentence) => {
    const { state } = await original();
    expect(planRerun(options({ original: state, choice })).problem).toContain(sentence);
  });

  test('is refused while the run is active', async () => {
    const { events } = await original();
    const active = foldEvents(events.slice(0, 5));
    expect(planRerun(options({ original: active })).problem).toContain('The run is active');
  });
});

describe('a re-run', () => {
  test('takes over results, outputs of the run and iterations, and records from which run', async () => {
    const { state, events } = await original();
    const choice = { scope: 'failed_iterations' as const };
    const plan = planRerun(options({ original: state, choice }));
    const created = { ...createdEvent({ now: () => now }, { to: 'a' }), run_id: 'run_2' };
    const taken = reuseEvents(plan, state, events).map((body, index) => ({
      ...{ seq: index + 2, at: now.toISOString() },
      ...body,
    }));
    const fixed = probes();
    const journal = memoryJournal([created, ...taken]);
    const { state: repeated } = await runPipeline({ document, catalogue: fixed.catalogue, journal });
    expect(fixed.calls.map(({ ctx, input }) => [ctx.step.id, input])).toEqual([
      ['score', 11],
      ['tell', 'to a'],
      ['after', 'to a'],
    ]);
    expect(repeated.status).toBe('completed');
    expect(repeated.outputs.kept).toEqual({ value: 'one' });
    expect(repeated.steps.get('score')?.output).toEqual({
      value: { results: [10, 11, 12], count: 3, failed: 0 },
    });
    expect(repeated.steps.get('first')).toMatchObject({ status: 'completed', reusedFrom: 'run_1' });
    // A runner that takes over folds the same state.
    expect(foldEvents(journal.events).steps).toEqual(repeated.steps);
  });
});

describe('the ledger', () => {
  const effects: PipelineDocument = {
    params: { host: { type: 'string', default: 'api.example.org' } },
    steps: [
      {
        id: 'announce',
        action: 'http_request',
        params: {
          url: 'https://{{params.host}}/releases?token=1',
          method: 'POST',
          headers: { authorization: '{{secrets.key}}' },
        },
      },
      { id: 'mail', action: 'email', params: { to: 'ops@example.org', subject: 's', body: 'b' } },
      { id: 'remove', action: 'deployment_delete', params: { deployment_id: 'canary' } },
      { id: 'look', action: 'http_request', params: { url: 'https://example.org' } },
    ],
  };

  test('names every side effect, with its target, and no secret', async () => {
    const secrets = fakeSecrets({ key: 'hunter2-value' });
    const { state } = await runPipeline({ document: effects, catalogue: standard, secrets });
    const plan = planRerun({
      original: state,
      pipeline: normalize(effects, standard.descriptors),
      params: { host: 'api.example.org' },
      choice: { scope: 'everything' },
      catalogue: standard,
      now,
    });
    expect(plan.ledger.map(({ step, effect, text }) => [step, effect, text])).toEqual([
      ['announce', 'write', '1 POST to api.example.org'],
      ['mail', 'write', '1 email to ops@example.org'],
      ['remove', 'destructive', 'Delete deployment canary'],
    ]);
    expect(JSON.stringify(plan)).not.toContain('hunter2');
  });
});
