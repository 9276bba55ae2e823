import { expect, it, vi } from 'vitest';
import { chunkStore } from './chunk-store';
import { readOutcomes } from './read-outcomes';

vi.mock('./read-outcomes', () => ({ readOutcomes: vi.fn() }));
vi.mock('./insert-chunk', () => ({ insertChunk: () => Promise.resolve() }));

it('reads the outcomes before a loop once, and again only after a failed attempt', async () => {
  const read = vi.mocked(readOutcomes).mockRejectedValueOnce(new Error('The database does not respond.'));
  read.mockResolvedValue({});
  const options = { claim: { runId: 'run_1' }, sizes: undefined };
  const store = chunkStore(options as unknown as Parameters<typeof chunkStore>[0]);
  const chunks = [{ upstream: ['a'] }] as unknown as Parameters<typeof store.begin>[0];
  await expect(store.begin(chunks)).rejects.toThrow('The database does not respond.');
  await store.begin(chunks);
  await store.begin(chunks);
  expect(read).toHaveBeenCalledTimes(2);
});
