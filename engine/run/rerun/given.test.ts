import { describe, expect, test } from 'vitest';
import { catalogue } from '../../actions';
import { buildGraph } from '../../pipeline/graph';
import { normalize } from '../../pipeline/normalize';
import { emptyRunState } from '../state/fold';
import type { GivenSource } from '../state/rerun-request';
import { enter } from './entered';
import { givenProblem, givenUnit } from './given';
import { planRerun } from './plan-rerun';

const { descriptors } = catalogue;
const pipeline = normalize(
  {
    steps: [
      { id: 'fetch', action: 'http_request', params: { url: 'https://a.example.org' } },
      { id: 'check', action: 'conditional', params: { condition: 'true', on_true: 'yes', on_false: 'no' } },
      { id: 'yes', action: 'log', params: { message: '{{steps.fetch.output.status_code}}' } },
      { id: 'no', action: 'log', params: { message: 'no' } },
    ],
  },
  descriptors,
);
const graph = buildGraph(pipeline, descriptors);
const NONE = new Map();

function node(id: string) {
  const found = graph.steps.get(id);
  if (!found) throw new Error(`No step ${id}.`);
  return found;
}

const given = (source: GivenSource, value: string | number | object) => ({
  source,
  output: { value: JSON.parse(JSON.stringify(value)) },
});

describe('a given output', () => {
  test('of a step with branches takes the branch that it names', () => {
    const unit = givenUnit(node('check'), graph, given('pinned', { branch: 'false' }), NONE);
    expect(unit.branch).toEqual({ taken: 'false', notTaken: ['yes'] });
    expect(givenProblem(node('check'), graph, given('entered', { result: true }), NONE)).toBe(
      'The entered output of check does not name a branch. Add "branch" to it, such as "true".',
    );
  });

  test('of another shape keeps a try from starting, with a sentence', () => {
    const pinned = given('pinned', { status_code: 'ok' });
    const problem = givenProblem(node('fetch'), graph, pinned, NONE);
    expect(problem).toMatch(/^The pinned output of fetch.*Edit the pin, or remove it\.$/);
    const state = emptyRunState();
    const choice = { scope: 'only' as const, step: 'yes', isTry: true, given: new Map([['fetch', pinned]]) };
    const plan = planRerun({ original: state, pipeline, params: {}, choice, catalogue, now: new Date(0) });
    expect(plan.problem).toBe(problem);
  });
});

test('a try up to a step executes the steps before it that have no result', () => {
  const choice = { scope: 'up_to' as const, step: 'yes', isTry: true };
  const original = emptyRunState();
  const plan = planRerun({ original, pipeline, params: {}, choice, catalogue, now: new Date(0) });
  expect(plan.problem).toBeUndefined();
  expect(plan.steps.map(({ step, do: what }) => `${step} ${what}`)).toEqual([
    'fetch execute',
    'check execute',
    'yes unknown',
    'no skip',
  ]);
});

describe('entered values', () => {
  test('replace parts of a known output, and make what is missing', () => {
    const known = new Map([['fetch', given('pinned', { status_code: 200, headers: { a: 'b' } })]]);
    const values = { 'steps.fetch.output.headers.a': 'c', 'steps.yes.output.items[1]': 2, 'params.n': 1 };
    const entered = enter(values, known, emptyRunState());
    expect(entered.ok && entered.params).toEqual({ n: 1 });
    expect(entered.ok && entered.outputs.get('fetch')).toEqual(
      given('entered', { status_code: 200, headers: { a: 'c' } }),
    );
    expect(entered.ok && entered.outputs.get('yes')).toEqual(given('entered', { items: [null, 2] }));
  });

  test.each([
    'steps.fetch.status',
    'secrets.key',
    'params.a.b',
    'params.a + 1',
    'steps.a.output[9999999]',
    '{',
  ])('cannot be entered for %s', (name) => {
    expect(enter({ [name]: 1 }, new Map(), emptyRunState())).toMatchObject({ ok: false });
  });
});
