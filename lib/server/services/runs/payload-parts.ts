import type { z } from 'zod';
import { isJsonObject, type Json } from '@/engine';
import {
  MAX_MATCHES,
  MAX_PART_BYTES,
  type PayloadEntries,
  type PayloadEntry,
  type payloadEntriesInput,
  type payloadPartInput,
  type payloadSearchInput,
  type payloadSearchSchema,
  SHOWN_CHARACTERS,
} from '@/lib/contracts/payloads';
import { Reader } from '../../store/outline/byte-source';
import { countOf, entriesOf, locate, type Part, type PartEntry } from '../../store/outline/locate';
import { jsonOf } from '../../store/outline/read-segment';
import { searchOutline } from '../../store/outline/search';
import { type OutlinedPayload, outlinedPayload } from '../../store/outlined-payloads';
import type { ServiceContext } from '../context';
import { NotFound, TooLarge } from '../errors';
import { noSuchPayload } from './payload';

/** Searched by one request, in bytes: about 50 ms. */
const SEARCHED_BYTES = 8_000_000;

/**
 * A page of the entries of a part of a large value.
 * @throws NotFound also when only other runs have the value
 */
export async function payloadEntries(
  ctx: ServiceContext,
  input: z.output<typeof payloadEntriesInput>,
): Promise<PayloadEntries> {
  const { outline, part, reader } = await openPart(ctx, input);
  const entries = await entriesOf(reader, outline, part, input);
  const shown: PayloadEntry[] = [];
  // One after the other: they share the window onto the text.
  for (const entry of entries) shown.push(await shownEntry(reader, entry));
  return { type: typeOf(part), count: countOf(part), entries: shown };
}

/**
 * A part of a large value.
 * @throws NotFound
 * @throws TooLarge
 */
export async function payloadPart(
  ctx: ServiceContext,
  input: z.output<typeof payloadPartInput>,
): Promise<Json> {
  const { part, reader } = await openPart(ctx, input);
  if (part.kind === 'value') return part.value;
  const { start, end } = part.kind === 'node' ? part.node : part;
  if (end - start > MAX_PART_BYTES) {
    throw new TooLarge(
      `The part has ${end - start} bytes, and parts of up to ${MAX_PART_BYTES} are sent. List its entries, or download the whole value.`,
    );
  }
  return jsonOf<Json>(await reader.text(start, end));
}

/**
 * Matches in the next section of a large value.
 * @throws NotFound
 */
export async function searchPayload(
  ctx: ServiceContext,
  { text, after, ...input }: z.output<typeof payloadSearchInput>,
): Promise<z.infer<typeof payloadSearchSchema>> {
  const { source, outline } = await openPayload(ctx, input);
  const { hits, next } = await searchOutline({
    ...{ reader: new Reader(source), outline, text, from: after },
    ...{ maxBytes: SEARCHED_BYTES, maxHits: MAX_MATCHES },
  });
  return { matches: hits.map(({ at, path }) => ({ at: [...at], path: [...path] })), next };
}

async function openPayload(
  ctx: ServiceContext,
  input: { id: string; hash: string },
): Promise<OutlinedPayload> {
  const payload = await outlinedPayload(ctx, input.id, input.hash);
  if (!payload) throw noSuchPayload(input);
  return payload;
}

async function openPart(ctx: ServiceContext, input: { id: string; hash: string; at: string }) {
  const { source, outline } = await openPayload(ctx, input);
  const reader = new Reader(source);
  const at = input.at === '' ? [] : input.at.split('.').map(Number);
  const part = await locate(reader, outline, at);
  if (!part) {
    throw new NotFound(
      `The value ${input.hash} has no entry at ${input.at}. Each index must be lower than the number of entries at its level.`,
    );
  }
  return { outline, part, reader };
}

async function shownEntry(reader: Reader, { name, part }: PartEntry): Promise<PayloadEntry> {
  if (part.kind === 'node') {
    const { count, start, end } = part.node;
    return { name, type: typeOf(part), size: count, bytes: end - start, value: null, isCut: false };
  }
  if (part.kind === 'text') return largeText(reader, name, part);
  const { value } = part;
  const bytes = Buffer.byteLength(JSON.stringify(value));
  const isLong = typeof value === 'string' && value.length > SHOWN_CHARACTERS;
  const isScalar = typeof value !== 'object';
  return {
    name,
    type: typeOf(part),
    size: isLong ? value.length : sizeOf(value),
    bytes,
    value: isScalar ? beginningOf(value) : null,
    isCut: isLong,
  };
}

/** The beginning of a text, from enough bytes of its JSON: no character takes more than six. */
async function largeText(
  reader: Reader,
  name: string | number,
  { start, end }: { start: number; end: number },
): Promise<PayloadEntry> {
  const written = await reader.text(start, Math.min(end, start + 1 + 6 * (SHOWN_CHARACTERS + 2)));
  const beginning = completeText(written).slice(0, SHOWN_CHARACTERS);
  return { name, type: 'string', size: end - start, bytes: end - start, value: beginning, isCut: true };
}

/** A text from JSON that ends anywhere inside it. */
function completeText(written: string): string {
  // No character takes more than 12 bytes of JSON, so an escape that is cut is in the last 12.
  const whole = written.slice(0, -12).replace(/\\u[0-9a-fA-F]{0,3}$/, '');
  let slashes = 0;
  while (whole.at(-1 - slashes) === '\\') slashes += 1;
  return jsonOf<string>(`${slashes % 2 === 1 ? whole.slice(0, -1) : whole}"`);
}

function beginningOf(value: string | number | boolean): string | number | boolean {
  return typeof value === 'string' ? value.slice(0, SHOWN_CHARACTERS) : value;
}

function sizeOf(value: Json): number | null {
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : null;
}

function typeOf(part: Part): PayloadEntry['type'] {
  if (part.kind === 'text') return 'string';
  if (part.kind === 'node') return part.node.kind;
  const { value } = part;
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isJsonObject(value)) return 'object';
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' ? 'number' : 'boolean';
}
