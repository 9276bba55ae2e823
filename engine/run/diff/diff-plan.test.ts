import { describe, expect, it } from 'vitest';
import { normalize } from '../../pipeline/normalize';
import type { PipelineDocument } from '../../pipeline/schema';
import { fakeSecrets } from '../../testing/fakes';
import { probes } from '../../testing/probes';
import { runPipeline } from '../../testing/run-pipeline';
import type { RerunOptions } from '../rerun/rerun-options';
import { diffPlan, type PlannedStepDiff } from './diff-plan';

const document: PipelineDocument = {
  params: { to: { type: 'string', default: 'a' } },
  steps: [
    { id: 'first', action: 'read', params: { input: 'one' } },
    { id: 'tell', action: 'put', params: { input: 'to {{params.to}} {{secrets.key}}' } },
    { id: 'send', action: 'put', params: { input: '{{params.to}} {{steps.first.output}}' } },
    { id: 'after', action: 'read', params: { input: '{{steps.send.output}}' } },
  ],
};
const { catalogue } = probes();

async function diff(more: Partial<RerunOptions> = {}, next = document) {
  const secrets = fakeSecrets({ key: 'hunter2hunter2' });
  const { state } = await runPipeline({ document, catalogue, secrets });
  const pipeline = normalize(document, catalogue.descriptors);
  return diffPlan({
    ...{ original: state, pipeline, next: normalize(next, catalogue.descriptors), params: { to: 'a' } },
    ...{ choice: { scope: 'everything' }, catalogue, now: new Date('2026-01-02T00:00:00Z') },
    ...more,
  });
}

const inputOf = (steps: readonly PlannedStepDiff[], id: string) =>
  steps.find(({ planned }) => planned.step === id)?.inputs[0];

describe('a run and the plan of a re-run', () => {
  it('differ in the inputs that read a changed param', async () => {
    const { params, steps } = await diff({ params: { to: 'b' }, choice: { scope: 'from', step: 'send' } });
    expect(params.changes).toEqual([{ kind: 'changed', path: ['to'], left: 'a', right: 'b' }]);
    expect(inputOf(steps, 'send')).toEqual({
      ...{ name: 'input', sameness: 'different', left: 'a one', right: 'b one' },
    });
  });

  it('are unknown where an input reads a step that executes', async () => {
    const { steps } = await diff();
    expect(inputOf(steps, 'after')).toEqual({
      ...{ name: 'input', sameness: 'unknown', left: 'a one', right: undefined },
    });
  });

  it('are compared as written where a secret is read', async () => {
    const { steps } = await diff();
    expect(inputOf(steps, 'tell')).toMatchObject({ sameness: 'same' });
    expect(JSON.stringify(steps)).not.toContain('hunter2');
  });

  it('differ in the definition of an edited step, and not in one that is reused', async () => {
    const [first, ...others] = document.steps;
    const edited = { ...first, id: 'first', action: 'read', params: { input: 'two' } };
    const { steps } = await diff(
      { choice: { scope: 'from_failed' } },
      { ...document, steps: [edited, ...others] },
    );
    expect(steps.map(({ planned, definition }) => [planned.step, planned.do, definition])).toEqual([
      ['first', 'execute', 'different'],
      ['tell', 'reuse', 'same'],
      ['send', 'execute', 'same'],
      ['after', 'execute', 'same'],
    ]);
    expect(inputOf(steps, 'first')).toMatchObject({ sameness: 'different', left: 'one', right: 'two' });
    expect(inputOf(steps, 'tell')).toBeUndefined();
  });
});
