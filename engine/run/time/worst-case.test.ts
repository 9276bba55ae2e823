import { describe, expect, it } from 'vitest';
import { catalogue } from '../../actions';
import { buildGraph } from '../../pipeline/graph';
import { normalize } from '../../pipeline/normalize';
import type { PipelineDocument, StepDocument } from '../../pipeline/schema';
import { worstCaseOf } from './worst-case';

const { descriptors } = catalogue;

function worst(steps: StepDocument[], settings: PipelineDocument['settings'] = {}) {
  return worstCaseOf(buildGraph(normalize({ steps, settings }, descriptors), descriptors), descriptors);
}

const get = (id: string, more: Partial<StepDocument> = {}, timeout = 10): StepDocument => ({
  id,
  action: 'http_request',
  params: { url: 'https://example.org', timeout_seconds: timeout },
  ...more,
});
const secondsOf = (step: StepDocument) => worst([step]).steps[0]?.seconds;

describe('the worst case of a step', () => {
  it('is its attempts, each to its timeout, and the delays between them', () => {
    expect(secondsOf(get('a', { retry: { max_attempts: 3, backoff_multiplier: 2 } }))).toBe(3 * 10 + 1 + 2);
    expect(secondsOf(get('a', { timeout_seconds: 4 }))).toBe(4);
  });

  it('is the length of a wait, and the timeout of a wait until', () => {
    expect(secondsOf({ id: 'w', action: 'wait', params: { duration: 90 } })).toBe(90);
    expect(secondsOf({ id: 'w', action: 'wait_until', params: { condition: 'true' } })).toBe(300);
  });

  it('is nothing for steps that only compute, and for disabled ones', () => {
    expect(secondsOf({ id: 'l', action: 'log', params: { message: 'x' } })).toBe(0);
    expect(secondsOf(get('a', { disabled: true }))).toBe(0);
  });

  it('is every iteration of a loop, with its attempts, unless its own timeout is shorter', () => {
    const loop = (more: Partial<StepDocument>, params = {}): StepDocument => ({
      id: 'each',
      action: 'loop',
      params: {
        ...{ items: [1, 2, 3, 4, 5], action: 'http_request' },
        ...{ action_params: { url: 'https://example.org', timeout: 10 }, ...params },
      },
      ...more,
    });
    expect(secondsOf(loop({}))).toBe(50);
    expect(secondsOf(loop({ retry: { max_attempts: 2 } }))).toBe(5 * 21);
    expect(secondsOf(loop({}, { parallel: true, max_parallel: 2 }))).toBe(30);
    expect(secondsOf(loop({}, { items: '{{params.list}}', max_iterations: 20 }))).toBe(200);
    expect(secondsOf(loop({ timeout_seconds: 25 }))).toBe(25);
  });

  it('is unknown without a limit, and with one that only a run knows', () => {
    expect(secondsOf({ id: 'm', action: 'email', params: {} })).toBeUndefined();
    expect(
      secondsOf({ id: 'w', action: 'wait', params: { duration: '{{params.seconds}}' } }),
    ).toBeUndefined();
  });
});

describe('the worst case of a run', () => {
  const diamond = [
    get('start', {}, 5),
    get('short', { depends_on: ['start'] }, 7),
    get('long', { depends_on: ['start'] }, 60),
    get('end', { depends_on: ['short', 'long'] }, 3),
  ];

  it('is its longest path', () => {
    const found = worst(diamond);
    expect([found.seconds, found.totalSeconds, found.path]).toEqual([68, 68, ['start', 'long', 'end']]);
    expect(found.steps.map(({ step, startsAfter, isOnPath }) => [step, startsAfter, isOnPath])).toEqual([
      ['start', 0, true],
      ['short', 5, false],
      ['long', 5, true],
      ['end', 65, true],
    ]);
  });

  it('ends at the time limit of the run', () => {
    expect(worst(diamond, { timeout_seconds: 30 })).toMatchObject({
      ...{ seconds: 68, limitSeconds: 30, totalSeconds: 30 },
    });
  });

  it('names the steps without a limit, after which nothing is known but the limit of the run', () => {
    const steps = [...diamond, { id: 'mail', action: 'email', params: {}, depends_on: ['start'] }];
    const found = worst([...steps, get('last', { depends_on: ['mail'] })]);
    expect([found.seconds, found.unlimited, found.totalSeconds]).toEqual([undefined, ['mail'], undefined]);
    expect(found.steps.find(({ step }) => step === 'last')?.startsAfter).toBeUndefined();
    expect(worst(steps, { timeout_seconds: 600 }).totalSeconds).toBe(600);
  });

  it('ends for steps that wait for each other, and for an empty pipeline', () => {
    expect(worst([get('a', { depends_on: ['b'] }), get('b', { depends_on: ['a'] })]).steps).toHaveLength(2);
    expect(worst([])).toMatchObject({ seconds: 0, path: [] });
  });
});
