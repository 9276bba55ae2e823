import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@/engine';
import { tryFunctionInput } from './functions';
import { rerunRunInput } from './reruns';
import { signalInput, startRunInput } from './runs';
import { triggerInput } from './triggers';

/** As a server action hands it over: no text, and of any depth. */
function nested(levels: number): Json {
  let value: Json = [];
  for (let level = 1; level < levels; level += 1) value = [value];
  return value;
}

const params = (levels: number): JsonObject => ({ p: nested(levels - 1) });
const id = 'some';

describe('values of requests', () => {
  it.each([
    ['params of a run', startRunInput, (levels: number) => ({ pipelineId: id, params: params(levels) })],
    [
      'params of a re-run',
      rerunRunInput,
      (levels: number) => ({ id, definition: 'current', params: params(levels) }),
    ],
    ['the value of a signal', signalInput, (levels: number) => ({ id, name: 'ok', value: nested(levels) })],
  ] as const)('%s are accepted up to 64 levels and refused with more', (_, schema, input) => {
    expect(schema.safeParse(input(64)).success).toBe(true);
    for (const levels of [65, 1500, 100_000]) {
      const { error } = schema.safeParse(input(levels));
      expect(error?.issues[0]?.message).toBe(
        'is nested more than 64 levels deep. Send it with fewer levels.',
      );
    }
  });

  it('refuses params of a trigger and of a trial of a function when they are nested too deeply', () => {
    const trigger = { type: 'webhook', name: 'n', config: {}, params: params(100_000) };
    expect(JSON.stringify(triggerInput.safeParse(trigger).error?.issues)).toContain('64 levels deep');
    const trying = { pipelineId: id, stepId: 's', params: params(100_000) };
    expect(JSON.stringify(tryFunctionInput.safeParse(trying).error?.issues)).toContain('200 levels deep');
  });

  it('refuses params of over 1 MB with both sizes', () => {
    const { error } = startRunInput.safeParse({ pipelineId: id, params: { p: 'é'.repeat(600_000) } });
    expect(error?.issues[0]?.message).toMatch(/^is 1,200,008 bytes of JSON, more than the limit of 1 MB/);
  });

  it('refuses values that are not JSON', () => {
    for (const value of [undefined, 1n, Number.NaN, new Date(), { a: undefined }, () => 1]) {
      expect(signalInput.safeParse({ id, name: 'ok', value }).success).toBe(false);
    }
    expect(startRunInput.safeParse({ pipelineId: id, params: [] }).success).toBe(false);
  });

  it('refuses a version beyond the range of the database', () => {
    expect(startRunInput.safeParse({ pipelineId: id, version: 2_147_483_647 }).success).toBe(true);
    expect(startRunInput.safeParse({ pipelineId: id, version: 99_999_999_999_999 }).success).toBe(false);
  });
});
