import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ActionError, type ChunkOutputs, MAX_RESULTS_BYTES, megabytes, type Payload } from '@/engine';
import { between } from '../../failpoint';
import { INLINE_LIMIT_BYTES } from '../event-payloads';
import { ROW_LIMIT_BYTES } from '../large-payloads';
import { type PayloadSource, payloadBodies } from '../payloads';
import { storePayloads } from '../payloads-ahead';
import { retrying } from '../retry';

/** Results that one query reads. */
const RESULTS_PER_QUERY = 16;

interface Target extends PayloadSource {
  readonly report: (error: unknown, what: string) => void;
}

/**
 * Joins the results of the chunks as text and stores them as the output of the step, without parsing and with
 * one copy in memory.
 * @throws ActionError `rejected` when the output exceeds the limit
 */
export async function joinOutputs(target: Target, runId: string, outputs: ChunkOutputs): Promise<Payload> {
  const { results, errors, count, failed } = outputs;
  const text = new Text();
  text.add('{"results":[');
  await addLists(target, text, results);
  text.add(`],"count":${count},"failed":${failed}`);
  if (failed > 0) {
    text.add(',"errors":[');
    await addLists(target, text, errors);
    text.add(']');
  }
  text.add('}');
  const joined = text.end();
  const { hash, bytes } = joined;
  if (bytes <= INLINE_LIMIT_BYTES) return { value: JSON.parse(textOf(joined)) };
  await keep(target, runId, joined);
  const keys = failed > 0 ? '4 keys: results, count, failed, errors' : '3 keys: results, count, failed';
  return { ref: hash, bytes, summary: `object with ${keys}` };
}

async function addLists(source: PayloadSource, text: Text, lists: readonly Payload[]): Promise<void> {
  let isFirst = true;
  for (let at = 0; at < lists.length; at += RESULTS_PER_QUERY) {
    for (const list of await payloadBodies(source, lists.slice(at, at + RESULTS_PER_QUERY))) {
      // The items of a non-empty JSON list, without its brackets.
      const items = list.slice(1, -1);
      if (items === '') continue;
      text.add(isFirst ? items : `,${items}`);
      isFirst = false;
    }
    await nextTurn();
  }
}

/** A text as UTF-8 bytes. */
interface Joined {
  readonly pieces: readonly Buffer[];
  readonly bytes: number;
  readonly hash: string;
}

/** Text that grows as bytes, and its hash. */
class Text {
  readonly #pieces: Buffer[] = [];
  readonly #hash = createHash('sha256');
  #bytes = 0;

  add(text: string): void {
    const piece = Buffer.from(text);
    this.#bytes += piece.length;
    if (this.#bytes > MAX_RESULTS_BYTES) throw tooLarge();
    this.#hash.update(piece);
    this.#pieces.push(piece);
  }

  end(): Joined {
    return { pieces: this.#pieces, bytes: this.#bytes, hash: this.#hash.digest('hex') };
  }
}

function tooLarge(): ActionError {
  return new ActionError(
    'rejected',
    `The results of the iterations exceed ${megabytes(MAX_RESULTS_BYTES)}, the limit of a loop. Return less from each iteration, or store the data elsewhere.`,
  );
}

/** Stores a value for a run before any event refers to it. */
async function keep(target: Target, runId: string, value: Joined): Promise<void> {
  const { hash, bytes } = value;
  const body = await bodyOfRow(target, value);
  await retrying(() => storePayloads(target.sql, runId, [{ hash, bytes, body }]));
}

/**
 * The body of the row: null when the value is in the blob store. A value that the blob store refuses stays in
 * its row.
 */
async function bodyOfRow({ blobs, report }: Target, value: Joined): Promise<string | null> {
  const { hash, pieces, bytes } = value;
  if (bytes <= ROW_LIMIT_BYTES) return textOf(value);
  try {
    await between('blob', () => blobs.put(hash, pieces));
    return null;
  } catch (error) {
    report(error, `The value ${hash} stays in the database: the blob store refused it`);
    return textOf(value);
  }
}

function textOf({ pieces }: Joined): string {
  return Buffer.concat(pieces).toString('utf8');
}
