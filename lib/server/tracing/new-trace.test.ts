import { expect, it, test } from 'vitest';
import { newTrace } from './new-trace';

const sent = (flag: string) => ({
  traceparent: `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-${flag}`,
});
const ALL = { followsParent: true, ratio: 1 };

it('leaves runs alone when nothing is exported and the request has no trace', () => {
  expect(newTrace('run_1', undefined, undefined)).toBeUndefined();
  expect(newTrace('run_1', { traceparent: 'text' }, undefined)).toBeUndefined();
});

it('keeps the trace of the request without a decision of its own', () => {
  expect(newTrace('run_1', { ...sent('01'), tracestate: 'a=b' }, undefined)).toEqual({
    parent: sent('01').traceparent,
    state: 'a=b',
  });
});

it('ignores a tracestate without its traceparent', () => {
  expect(newTrace('run_1', { tracestate: 'a=b' }, ALL)).toEqual({ sampled: true });
});

test.each([
  ['a sampled request', '01', ALL, true],
  ['a request that is not sampled', '00', ALL, false],
  ['a sampled request, although no other run is', '01', { followsParent: true, ratio: 0 }, true],
  ['only its own ratio', '01', { followsParent: false, ratio: 0 }, false],
])('follows %s', (_, flag, sampler, isSampled) => {
  expect(newTrace('run_1', sent(flag), sampler)?.sampled).toBe(isSampled);
});

it('samples about the given share of runs, the same ones in every process', () => {
  const sampler = { followsParent: true, ratio: 0.25 };
  const ids = Array.from({ length: 1000 }, (_, index) => `run_${index}`);
  const sampled = ids.filter((id) => newTrace(id, undefined, sampler)?.sampled);
  expect(sampled.length).toBeGreaterThan(200);
  expect(sampled.length).toBeLessThan(300);
  expect(sampled).toEqual(ids.filter((id) => newTrace(id, undefined, sampler)?.sampled));
});
