import type { BlobStore } from '../adapters/blobs/blob-store';
import { between } from '../failpoint';
import { inTurns } from '../in-turns';
import { type NewPayload, type PayloadRecord, rowOf } from './event-payloads';
import { encoding } from './text-parts';

/** Larger values go to the blob store, so that no statement of the journal carries them. Bytes of JSON text. */
export const ROW_LIMIT_BYTES = 1_000_000;

/** Keeps the large values among some, and answers all as their rows are to be. */
export type KeepLarge = (payloads: readonly NewPayload[]) => Promise<readonly PayloadRecord[]>;

/** Keeps values in a blob store; one that it does not take stays in its row, since what happened must be written. */
export function largePayloadKeeper(options: {
  readonly blobs: BlobStore;
  readonly report: (error: unknown, what: string) => void;
}): KeepLarge {
  const keep = async (payload: NewPayload): Promise<PayloadRecord> => {
    if (!isLarge(payload)) return rowOf(payload);
    const { hash, bytes, pieces } = payload;
    try {
      const content = await inTurns(encoding(pieces));
      await between('blob', () => options.blobs.put(hash, content));
      return { hash, bytes, body: null };
    } catch (error) {
      options.report(
        error,
        `The value ${payload.hash} stays in the database: the blob store did not take it`,
      );
      return rowOf(payload);
    }
  };
  return (payloads) => Promise.all(payloads.map(keep));
}

/** True for what belongs into the blob store. */
export function isLarge({ bytes }: Pick<NewPayload, 'bytes'>): boolean {
  return bytes > ROW_LIMIT_BYTES;
}
