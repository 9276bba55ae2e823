import type { BlobStore } from '../adapters/blobs/blob-store';
import { between } from '../failpoint';
import { inTurns } from '../in-turns';
import { type NewPayload, type PayloadRecord, rowOf } from './event-payloads';
import { outlining } from './outline/build';

/** Larger values go to the blob store instead of a statement of the journal. Bytes of JSON text. */
export const ROW_LIMIT_BYTES = 1_000_000;

/** Stores the large values of a list and returns the rows of all. */
export type KeepLarge = (payloads: readonly NewPayload[]) => Promise<readonly PayloadRecord[]>;

/**
 * Stores values in a blob store. A value that the store refuses stays in its row, since events must be
 * recorded.
 */
export function largePayloadKeeper(options: {
  readonly blobs: BlobStore;
  readonly report: (error: unknown, what: string) => void;
}): KeepLarge {
  const keep = async (payload: NewPayload): Promise<PayloadRecord> => {
    if (!isLarge(payload)) return rowOf(payload);
    const { hash, bytes, text } = payload;
    try {
      const content = typeof text === 'string' ? [Buffer.from(text)] : text;
      const [outline] = await Promise.all([
        inTurns(outlining(content)),
        between('blob', () => options.blobs.put(hash, content)),
      ]);
      return { hash, bytes, body: null, outline: JSON.stringify(outline) };
    } catch (error) {
      options.report(error, `The value ${payload.hash} stays in the database: the blob store refused it`);
      return rowOf(payload);
    }
  };
  return (payloads) => Promise.all(payloads.map(keep));
}

/** Whether a value belongs in the blob store. */
export function isLarge({ bytes }: Pick<NewPayload, 'bytes'>): boolean {
  return bytes > ROW_LIMIT_BYTES;
}
