import { describe, expect, it } from 'vitest';
import type { Json, RunEvent } from '@/engine';
import {
  extractLarge,
  INLINE_LIMIT_BYTES,
  referencesOf,
  rowOf,
  type StoredPayload,
  summarize,
} from './event-payloads';

const at = '2026-01-01T00:00:00.000Z';
/** Text whose JSON, with its quotes, has exactly this many bytes. */
const ofBytes = (bytes: number) => 'x'.repeat(bytes - 2);

function extract(event: RunEvent): { slim: RunEvent; kept: StoredPayload[] } {
  const kept: StoredPayload[] = [];
  return { slim: extractLarge(event, (payload) => kept.push(rowOf(payload))), kept };
}

function completed(value: Json): RunEvent {
  return { seq: 2, at, type: 'step_completed', step: 's', attempt: 1, output: { value } };
}

describe('extractLarge', () => {
  it('keeps a value of exactly the limit inline', () => {
    const event = completed(ofBytes(INLINE_LIMIT_BYTES));
    expect(extract(event)).toEqual({ slim: event, kept: [] });
  });

  it('extracts a value one byte over the limit', () => {
    const { slim, kept } = extract(completed(ofBytes(INLINE_LIMIT_BYTES + 1)));
    expect(kept).toHaveLength(1);
    expect(slim).toMatchObject({ output: { ref: kept[0]?.hash, bytes: INLINE_LIMIT_BYTES + 1 } });
    expect(referencesOf(slim)).toEqual([kept[0]?.hash]);
  });

  it('counts bytes, not characters', () => {
    expect(extract(completed('€'.repeat(INLINE_LIMIT_BYTES / 3))).kept).toHaveLength(1);
  });

  it('has one hash for equal values in any place', () => {
    const value = ofBytes(20_000);
    const planned: RunEvent = {
      seq: 3,
      at,
      type: 'iterations_planned',
      step: 's',
      attempt: 1,
      items: [{ value }, { value: 1 }, { value }],
      action: 'log',
      params: {},
      parallel: 1,
      stop_on_failure: true,
    };
    const ended: RunEvent = { seq: 4, at, type: 'run_completed', outputs: { a: { value }, b: { value: 2 } } };
    const hashes = [planned, ended].flatMap((event) => referencesOf(extract(event).slim));
    expect(hashes).toHaveLength(3);
    expect(new Set(hashes).size).toBe(1);
  });

  it('does not change data that looks like a reference', () => {
    const event = completed({ ref: 'abc', bytes: 3, summary: 'x' });
    expect(referencesOf(extract(event).slim)).toEqual([]);
  });
});

describe('summarize', () => {
  it.each<[Json, string]>([
    ['abc', 'text of 3 characters'],
    [[], 'list of 0 items'],
    [[1], 'list of 1 item'],
    [{ a: 1 }, 'object with 1 key: a'],
    [{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 }, 'object with 6 keys: a, b, c, d, e, …'],
    [null, 'null'],
    [12, '12'],
  ])('says what %j is', (value, summary) => {
    expect(summarize(value)).toBe(summary);
  });
});
