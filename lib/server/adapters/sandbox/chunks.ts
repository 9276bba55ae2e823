import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ActionError, Json } from '@/engine';
import { refusal } from './faults';

/** Characters of JSON after which a list is split: the interpreter loads one piece at a time. */
const CHUNK_LENGTH = 256 * 1024;

/** Pieces processed between two pauses. */
const CHUNKS_A_TURN = 4;

/**
 * A list as JSON lists of bounded length.
 * @throws ActionError `expression_error` when the list exceeds `maxLength` characters or an item is nested
 * too deeply
 */
export async function writeChunks(items: readonly Json[], maxLength: number): Promise<string[]> {
  const chunks: string[] = [];
  let texts: string[] = [];
  let length = 0;
  let total = 0;
  for (const [index, item] of items.entries()) {
    const text = written(item, index);
    texts.push(text);
    length += text.length;
    total += text.length;
    if (total > maxLength) throw tooMuch(maxLength);
    if (length < CHUNK_LENGTH) continue;
    chunks.push(`[${texts.join(',')}]`);
    texts = [];
    length = 0;
    if (chunks.length % CHUNKS_A_TURN === 0) await nextTurn();
  }
  if (texts.length > 0) chunks.push(`[${texts.join(',')}]`);
  return chunks;
}

function written(item: Json, index: number): string {
  try {
    return JSON.stringify(item);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw refusal('expression_error', `Item ${index} is nested too deeply for a function.`);
  }
}

function tooMuch(maxLength: number): ActionError {
  const limit = Math.round(maxLength / 1024 / 1024);
  return refusal('expression_error', `The items exceed ${limit} MB of JSON, the limit of a function.`);
}

/** The items of JSON lists in order; undefined when one is not a list. */
export async function readChunks(chunks: readonly string[]): Promise<Json[] | undefined> {
  const items: Json[] = [];
  for (const [index, chunk] of chunks.entries()) {
    const list = readJson(chunk);
    if (!Array.isArray(list)) return undefined;
    for (const item of list) items.push(item);
    if (index % CHUNKS_A_TURN === CHUNKS_A_TURN - 1) await nextTurn();
  }
  return items;
}

/** Parses JSON text; undefined when it is invalid. */
export function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
