import { describe, expect, it } from 'vitest';
import type { Json } from '../../json';
import { buildGraph } from '../../pipeline/graph';
import { normalize } from '../../pipeline/normalize';
import type { PipelineDocument } from '../../pipeline/schema';
import { probes } from '../../testing/probes';
import { runPipeline } from '../../testing/run-pipeline';
import { conditionLines } from './condition-lines';
import { type StepWhy, whyStep } from './why-step';

const document: PipelineDocument = {
  params: { limit: { type: 'number', default: 5 } },
  steps: [
    { id: 'health', action: 'read', params: { input: { status: 'degraded', nodes: 2 } } },
    {
      id: 'gate',
      action: 'conditional',
      params: {
        condition: "steps.health.output.status == 'healthy'",
        on_true: ['deploy'],
        on_false: ['tell'],
      },
    },
    { id: 'deploy', action: 'read' },
    { id: 'verify', action: 'read', depends_on: ['deploy'] },
    {
      id: 'tell',
      action: 'read',
      condition: 'steps.health.output.nodes > params.limit && params.limit == 5',
    },
  ],
};

async function why(step: string, answers: Record<string, Json> = {}): Promise<StepWhy[]> {
  const { catalogue } = probes(({ input, ctx }) => answers[ctx.step.id] ?? input);
  const { state } = await runPipeline({ document, catalogue });
  const graph = buildGraph(normalize(document, catalogue.descriptors), catalogue.descriptors);
  return whyStep(graph, state, step);
}

const shown = ({ lines }: StepWhy['conditions'][number]) =>
  lines.map(({ depth, text, value, outcome }) =>
    `${'  '.repeat(depth)}${text}: ${outcome} ${value ?? ''}`.trimEnd(),
  );

describe('why a step was skipped', () => {
  it('shows the condition with the value of each operand, and what was not evaluated', async () => {
    const [own, ...rest] = await why('tell');
    expect(own).toMatchObject({ status: 'skipped', skip: { reason: 'condition_false' }, causes: [] });
    expect(rest).toEqual([]);
    expect(own?.conditions.map(shown)).toEqual([
      [
        'steps.health.output.nodes > params.limit && params.limit == 5: false false',
        '  steps.health.output.nodes > params.limit: false false',
        '    steps.health.output.nodes: value 2',
        '    params.limit: value 5',
        '  params.limit == 5: not_evaluated',
        '    params.limit: not_evaluated',
      ],
    ]);
  });

  it('follows skips upstream to the decision that caused them', async () => {
    const chain = await why('verify');
    expect(chain.map(({ step, skip, causes }) => [step, skip?.reason, causes])).toEqual([
      ['verify', 'upstream_skipped', ['deploy']],
      ['deploy', 'branch_not_taken', ['gate']],
      ['gate', undefined, []],
    ]);
    expect(chain[2]?.taken).toBe('false');
    expect(chain[2]?.conditions.map(shown)).toEqual([
      [
        "steps.health.output.status == 'healthy': false false",
        '  steps.health.output.status: value "degraded"',
      ],
    ]);
  });

  it('shows values of conditions that were not reached as unknown', async () => {
    const [own] = await why('tell', { health: { status: 'healthy' } });
    expect(own?.skip?.reason).toBe('branch_not_taken');
    expect(own?.conditions[0]?.lines.map(({ outcome }) => outcome)).toEqual(Array(6).fill('unknown'));
  });
});

describe('the lines of a condition', () => {
  const scope = { names: { params: { a: null, list: [1], secret: 'x' } }, step: () => undefined };
  const outcomes = (text: string) =>
    conditionLines(text, scope).map((line) => `${line.text}: ${line.outcome}`);

  it('tell a missing value from null, and count null as false where it decides', () => {
    expect(outcomes('params.a == params.b')).toEqual([
      'params.a == params.b: true',
      'params.a: value',
      'params.b: missing',
    ]);
    expect(outcomes('params.b || !params.a')).toEqual([
      'params.b || !params.a: true',
      'params.b: false',
      '!params.a: true',
      'params.a: false',
    ]);
  });

  it('name the operand that failed, and have none for text that is no expression', () => {
    expect(outcomes('params.list + 1 > 2')).toEqual([
      'params.list + 1 > 2: failed',
      'params.list + 1: failed',
      'params.list: value',
    ]);
    expect(conditionLines('params.', scope)).toEqual([]);
  });

  it('show no value when the condition reads a secret', () => {
    const lines = conditionLines("secrets.key == 'x'", {
      names: { secrets: { key: 'x' } },
      step: () => undefined,
    });
    expect(lines.map(({ value, outcome }) => [value, outcome])).toEqual([
      [undefined, 'unknown'],
      [undefined, 'unknown'],
    ]);
  });
});
