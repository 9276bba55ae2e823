import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TestDatabase } from '../../../testing/database';

/**
 * A secret of which any four characters hold a sign and letters that ids, hashes, dates and our own words do not put
 * together: where a piece turns up, in whatever case, it has leaked.
 */
export const SEARCHED = 'Kv-zQ/jX_wT~gY-hN/vp_Zx~uM-kZ';

/** Length of the pieces that are looked for. */
const PIECE = 4;
/**
 * What is decoded on suspicion is mostly noise: in 10 MB of it, one of the 26 pieces of four bytes, in either case, would
 * turn up by chance in every third run, one of six bytes in one run of 70,000.
 */
const PIECE_IN_NOISE = 6;
/** Sealed columns are random bytes: in 1 MB of them, a piece of eight turns up by chance in one run of 10^10. */
const PIECE_IN_SEALED = 8;

/** Texts by where they were found. */
export type Places = Readonly<Record<string, string>>;

/** Every place that shows a piece of the secret, as it is or encoded, with what stands around it. */
export function piecesFound(places: Places, secret: string): string[] {
  return Object.entries(places).flatMap(([where, text]) => {
    for (const [reading, content, size] of readingsOf(where, text)) {
      const at = firstPiece(content, secret, size);
      if (at !== undefined) return [`${where}, ${reading}: ${content.slice(Math.max(0, at - 150), at + 50)}`];
    }
    return [];
  });
}

function firstPiece(text: string, secret: string, size: number): number | undefined {
  const folded = secret.toLowerCase();
  for (let at = 0; at + size <= folded.length; at += 1) {
    const found = text.indexOf(folded.slice(at, at + size));
    if (found >= 0) return found;
  }
  return undefined;
}

type Reading = readonly [what: string, content: string, size: number];

function* readingsOf(where: string, text: string): Generator<Reading> {
  if (where === 'sealed') {
    yield ['as it is', text.toLowerCase(), PIECE_IN_SEALED];
    return;
  }
  yield ['as it is', text.toLowerCase(), PIECE];
  const once = unescaped(text);
  if (once !== text) yield ['unescaped', once.toLowerCase(), PIECE];
  const twice = unescaped(once);
  if (twice !== once) yield ['unescaped twice', twice.toLowerCase(), PIECE];
  yield ['base64', decoded(text, 'base64', /[\w+/-]{12,}/g, 4).toLowerCase(), PIECE_IN_NOISE];
  yield ['hex', decoded(text, 'hex', /[0-9a-f]{12,}/gi, 2).toLowerCase(), PIECE_IN_NOISE];
}

function unescaped(text: string): string {
  return text
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,4});/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\\(["\\/])/g, '$1');
}

/** Every long word decoded, from each place where its first character may stand in a group; zeros of UTF-16 left out. */
function decoded(text: string, encoding: 'base64' | 'hex', word: RegExp, group: number): string {
  const words = text.match(word) ?? [];
  const skips = Array.from({ length: group }, (_, skip) => skip);
  return words
    .flatMap((found) => skips.map((skip) => Buffer.from(found.slice(skip), encoding).toString('latin1')))
    .join('\n')
    .replaceAll('\0', '');
}

/** Every row of every table there is, and what the server says of statements under way; sealed columns by themselves. */
export async function searchableTables({ sql }: TestDatabase): Promise<Places> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  const places: Record<string, string> = {};
  let sealed = '';
  for (const { schema, name } of tables) {
    const rows = await sql`select * from ${sql(schema)}.${sql(name)}`;
    const texts = rows.map((row) => {
      if (name !== 'secrets') return textOf(row);
      const { wrapped_key, iv, tag, ciphertext, ...open } = row;
      sealed += textOf([wrapped_key, iv, tag, ciphertext]);
      return textOf(open);
    });
    places[`${schema}.${name}`] = texts.join('\n');
  }
  const [{ statements = '' } = {}] = await sql`
    select string_agg(query, ' ') as statements from pg_stat_activity where pid <> pg_backend_pid()`;
  return { ...places, sealed, statements };
}

/** A value with bytes as characters, and as what they were compressed from. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, inner) => {
    if (inner?.type !== 'Buffer') return inner;
    const bytes = Buffer.from(inner.data);
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return (isGzip ? gunzipSync(bytes) : bytes).toString('latin1');
  });
}

/** Every file below a folder, by its path. */
export async function searchableFiles(folder: string): Promise<Places> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = files.map(async (file) => {
    const path = join(file.parentPath, file.name);
    return [`file ${path}`, `${path}\n${(await readFile(path)).toString('latin1')}`] as const;
  });
  return Object.fromEntries(await Promise.all(contents));
}
