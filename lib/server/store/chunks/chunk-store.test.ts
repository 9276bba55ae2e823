import { expect, it } from 'vitest';
import { chunkStore } from './chunk-store';

/** A database without rows that does not answer the first query for events of a run. */
function unreliable() {
  let reads = 0;
  const answer = (query: string): Promise<unknown[]> => {
    if (!query.includes('from "run_events"')) return Promise.resolve([]);
    reads += 1;
    return reads === 1 ? Promise.reject(new Error('The database does not respond.')) : Promise.resolve([]);
  };
  const sql = { unsafe: (query: string) => ({ values: () => answer(query) }) };
  return { sql, reads: () => reads };
}

it('reads the outcomes before a loop once, and again only after a failed attempt', async () => {
  const { sql, reads } = unreliable();
  const options = { sql, claim: { runId: 'run_1' }, sizes: undefined };
  const store = chunkStore(options as unknown as Parameters<typeof chunkStore>[0]);
  const chunks = [{ key: '0', upstream: ['a'] }] as unknown as Parameters<typeof store.begin>[0];
  await expect(store.begin(chunks)).rejects.toThrow('The database does not respond.');
  await store.begin(chunks);
  await store.begin(chunks);
  expect(reads()).toBe(2);
});
