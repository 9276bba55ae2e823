import { describe, expect, it } from 'vitest';
import { fixPath, readFix, type StepFix } from '@/components/run-state/step-fix';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { applyFix } from './step-fix';

const fix = (part: Partial<StepFix>): StepFix => ({
  kind: 'open',
  step: 'call',
  path: undefined,
  isInner: false,
  ...part,
});
const call = (params: object, step: object = {}): PipelineDocument => ({
  steps: [{ id: 'call', action: 'http_request', params: { url: 'http://a.test', ...params }, ...step }],
});
const loop = (action_params: object): PipelineDocument => ({
  steps: [
    {
      id: 'call',
      action: 'loop',
      params: { items: [1], action: 'http_request', action_params: { ...action_params } },
    },
  ],
});
const apply = (document: PipelineDocument, part: Partial<StepFix>) => {
  const fixed = applyFix(document, fix(part), catalogue.descriptors);
  return { path: fixed?.path, step: fixed?.document.steps[0] };
};

describe('a change that a failure suggests', () => {
  it('sets expect_status, and keeps one that is set', () => {
    const set = apply(call({}), { kind: 'expect_status' });
    expect(set.step?.params).toMatchObject({ expect_status: '2xx' });
    expect(set.path).toBe('params.expect_status');
    const kept = apply(call({ expect_status: 200 }), { kind: 'expect_status' });
    expect(kept.step?.params).toMatchObject({ expect_status: 200 });
  });

  it('doubles the timeout under the author’s spelling, up to the largest allowed', () => {
    expect(apply(call({}), { kind: 'timeout' }).step?.params).toMatchObject({ timeout_seconds: 60 });
    const spelled = apply(call({ timeout: 4 }), { kind: 'timeout' });
    expect(spelled.step?.params).toEqual({ url: 'http://a.test', timeout: 8 });
    expect(spelled.path).toBe('params.timeout');
    expect(apply(call({ timeout_seconds: 200 }), { kind: 'timeout' }).step?.params).toMatchObject({
      timeout_seconds: 300,
    });
  });

  it('raises the timeout of the step when that is the shorter one, or the only one', () => {
    const shorter = apply(call({ timeout_seconds: 30 }, { timeout_seconds: 5 }), { kind: 'timeout' });
    expect(shorter.step).toMatchObject({ timeout_seconds: 10, params: { timeout_seconds: 30 } });
    expect(shorter.path).toBe('timeout_seconds');
    const only = apply({ steps: [{ id: 'call', action: 'log', params: {} }] }, { kind: 'timeout' });
    expect(only.step).toMatchObject({ timeout_seconds: 60 });
  });

  it('is not made in a step that no longer exists', () => {
    expect(applyFix(call({}), fix({ step: 'gone' }), catalogue.descriptors)).toBeUndefined();
  });

  it('leaves a timeout that is an expression, and opens its field', () => {
    const document = call({ timeout_seconds: '{{params.limit}}' });
    const fixed = applyFix(document, fix({ kind: 'timeout' }), catalogue.descriptors);
    expect(fixed).toEqual({ document, path: 'params.timeout_seconds' });
  });

  it('changes the action inside a loop for a failed iteration', () => {
    const { step, path } = apply(loop({ url: 'http://a.test' }), { kind: 'expect_status', isInner: true });
    expect(step?.params?.action_params).toEqual({ url: 'http://a.test', expect_status: '2xx' });
    expect(path).toBe('params.action_params.expect_status');
  });

  it('adds a retry, and keeps an existing one', () => {
    expect(apply(call({}), { kind: 'retry' }).step?.retry).toEqual({ max_attempts: 3 });
    const kept = apply(call({}, { retry: { max_attempts: 5 } }), { kind: 'retry' });
    expect(kept.step?.retry).toEqual({ max_attempts: 5 });
  });

  it('is requested by a link', () => {
    const asked = fix({ kind: 'timeout', path: 'params.url', isInner: true });
    const query = new URLSearchParams(fixPath('p 1', asked).split('?')[1]);
    expect(readFix(query)).toEqual(asked);
    expect(readFix(new URLSearchParams('fix=drop&at=call'))).toBeUndefined();
  });
});
