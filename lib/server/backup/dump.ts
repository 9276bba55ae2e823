import { createHash } from 'node:crypto';
import type { ISql, Sql, TransactionSql } from 'postgres';
import { z } from 'zod';
import { appliedMigration } from '../db/migrate';
import type { ArchiveWriter } from './archive-writer';
import { changesSoFar } from './changes';
import type { BlobContent, Manifest, TableContent, TablePiece } from './manifest';
import { pieceName } from './manifest';
import { columnsOf, quoted, tablesInOrder } from './tables';

/** Rows of one read: a value in a row has at most 1 MB. */
const FETCHED_ROWS = 100;

/**
 * Size from which a piece is written, uncompressed, in bytes: a restore sends each piece in one statement.
 */
const PIECE_BYTES = 1_000_000;

/** The rows of one snapshot of the database. */
export type Dump = Pick<Manifest, 'schema' | 'created_at' | 'tables' | 'key_ids' | 'changes'> & {
  readonly blobs: readonly BlobContent[];
};

export interface DumpOptions {
  /** Called after every piece; may wait, or throw to abort. */
  readonly pace?: () => Promise<void>;
}

/** Makes the text of values independent of the settings of the server. */
const SETTINGS = [
  `set local datestyle = 'ISO, YMD'`,
  `set local timezone = 'UTC'`,
  `set local intervalstyle = 'postgres'`,
  `set local bytea_output = 'hex'`,
  'set local extra_float_digits = 1',
  'set local statement_timeout = 0',
];

/**
 * Writes the rows of all tables from one snapshot, without blocking the server.
 * @throws Error when the database is of a newer release
 */
export async function dumpTables(
  sql: Sql,
  writer: ArchiveWriter,
  { pace = () => Promise.resolve() }: DumpOptions = {},
): Promise<Dump> {
  const dump = await sql.begin('isolation level repeatable read read only', async (tx): Promise<Dump> => {
    for (const setting of SETTINGS) await tx.unsafe(setting);
    const schema = await appliedMigration(tx);
    if (schema === undefined) throw new Error('The database has no tables of Pipewright.');
    const [{ now } = { now: new Date() }] = await tx<{ now: Date }[]>`select now()`;
    const changes = await changesSoFar(tx);
    const tables: TableContent[] = [];
    for (const name of tablesInOrder()) {
      const table = await dumpTable(tx, name, writer, pace);
      if (table) tables.push(table);
    }
    const [blobs, key_ids] = [await referencedBlobs(tx), await keyIds(tx)];
    return { schema, created_at: now.toISOString(), changes, tables, blobs, key_ids };
  });
  return dump;
}

async function dumpTable(
  tx: TransactionSql,
  name: string,
  writer: ArchiveWriter,
  pace: () => Promise<void>,
): Promise<TableContent | undefined> {
  const columns = (await columnsOf(tx, name)).map((column) => column.name);
  if (columns.length === 0) return undefined;
  const texts = columns.map((column) => `${quoted(column)}::text as ${quoted(column)}`);
  await tx.unsafe(
    `declare dumped no scroll cursor for select row_to_json(r)::text as line from (select ${texts.join(', ')} from ${quoted(name)}) r`,
  );
  const pieces = new Pieces(name, writer);
  for (;;) {
    const rows = await tx.unsafe<{ line: string }[]>(`fetch ${FETCHED_ROWS} from dumped`);
    if (rows.length === 0) break;
    for (const { line } of rows) pieces.add(line);
    if (await pieces.writeWhenLarge()) await pace();
  }
  await tx.unsafe('close dumped');
  await pieces.write();
  return { name, columns, rows: pieces.rows, pieces: pieces.written };
}

/** Collects lines of a table into pieces. */
class Pieces {
  readonly written: TablePiece[] = [];
  rows = 0;
  readonly #table: string;
  readonly #writer: ArchiveWriter;
  #lines: string[] = [];
  #length = 0;

  constructor(table: string, writer: ArchiveWriter) {
    this.#table = table;
    this.#writer = writer;
  }

  add(line: string): void {
    this.#lines.push(line, '\n');
    this.#length += line.length;
    this.rows += 1;
  }

  async writeWhenLarge(): Promise<boolean> {
    if (this.#length < PIECE_BYTES) return false;
    await this.write();
    return true;
  }

  async write(): Promise<void> {
    if (this.#lines.length === 0) return;
    const bytes = Buffer.from(this.#lines.join(''));
    this.#lines = [];
    this.#length = 0;
    const name = pieceName(this.#table, this.written.length + 1);
    await this.#writer.addCompressed(name, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.written.push({ name, bytes: bytes.length, sha256 });
  }
}

/** Contents to which rows refer: unexpired files and large values. */
export function referencedBlobs(sql: ISql): Promise<BlobContent[]> {
  return sql<BlobContent[]>`
    select distinct on (sha256) sha256, bytes from (
      select sha256, size as bytes from files where expired_at is null
      union all select hash, bytes from payloads where body is null
    ) referenced order by sha256`;
}

const sealedText = z.object({ keyId: z.string() });

async function keyIds(sql: ISql): Promise<string[]> {
  const secrets = await sql<{ id: string }[]>`select distinct key_id as id from secrets`;
  const tokens = await sql<{ sealed: string }[]>`
    select token_sealed as sealed from triggers where token_sealed is not null`;
  const connections = (await hasTable(sql, 'clusters')) ? await sealedConnections(sql) : [];
  const ids = [...tokens, ...connections].map(({ sealed }) => sealedText.parse(JSON.parse(sealed)).keyId);
  return [...new Set([...secrets.map(({ id }) => id), ...ids])].sort();
}

/** Backups are also made of databases of older releases. */
async function hasTable(sql: ISql, name: string): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }[]>`select to_regclass(${name}) is not null as exists`;
  return row?.exists === true;
}

function sealedConnections(sql: ISql) {
  return sql<{ sealed: string }[]>`
    select connection_sealed as sealed from clusters where connection_sealed is not null`;
}
