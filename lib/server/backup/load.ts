import type { Sql, TransactionSql } from 'postgres';
import { appliedMigration, migrateTo } from '../db/migrate';
import type { ArchiveReader } from './archive-reader';
import { BackupError } from './error';
import { brokenText, findBroken } from './integrity';
import type { TableContent } from './manifest';
import { columnsOf, quoted, tablesInOrder } from './tables';

/**
 * Refuses a database that is not empty or of another schema.
 * @throws BackupError
 */
export async function refuseUsed(tx: TransactionSql, wanted: number): Promise<void> {
  const applied = await appliedMigration(tx);
  if (applied === undefined) {
    await refuseForeignTables(tx);
    return;
  }
  await refuseRows(tx);
  if (applied === wanted) return;
  throw new BackupError(
    'The database is empty, but its tables are from a different release than the backup. Restore into a new database.',
  );
}

/**
 * Creates the tables that a backup needs.
 * @throws BackupError when the database is not empty
 */
export async function prepareTables(sql: Sql, folder: string, wanted: number): Promise<void> {
  await sql.begin(async (tx) => {
    await refuseUsed(tx, wanted);
    if ((await appliedMigration(tx)) === undefined) await migrateTo(tx, folder, wanted);
  });
}

async function refuseForeignTables(tx: TransactionSql): Promise<void> {
  for (const name of tablesInOrder()) {
    if ((await columnsOf(tx, name)).length === 0) continue;
    throw new BackupError(
      `The database has a table "${name}" that does not belong to Pipewright. Restore into a separate database.`,
    );
  }
}

async function refuseRows(tx: TransactionSql): Promise<void> {
  for (const name of tablesInOrder()) {
    if ((await columnsOf(tx, name)).length === 0) continue;
    const [row] = await tx.unsafe(`select 1 from ${quoted(name)} limit 1`);
    if (!row) continue;
    throw new BackupError(
      `The database is not empty: its table "${name}" has rows. No changes were made. Restore into an empty database, or into an empty data folder with --to.`,
    );
  }
}

/**
 * Loads all rows in one transaction and checks their integrity before it commits.
 * @throws BackupError when rows are damaged; the database is then unchanged
 */
export async function loadTables(sql: Sql, archive: ArchiveReader): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`set local datestyle = 'ISO, YMD'`;
    await tx`set local timezone = 'UTC'`;
    for (const table of archive.manifest.tables) await loadTable(tx, table, archive);
    await endLeases(tx);
    const broken = await findBroken(tx);
    if (broken.length === 0) return;
    throw new BackupError(
      `The rows of ${archive.path} are inconsistent: ${broken.map(brokenText).join('; ')}. Nothing was restored. Use another backup.`,
    );
  });
}

async function loadTable(tx: TransactionSql, table: TableContent, archive: ArchiveReader): Promise<void> {
  const known = await columnsOf(tx, table.name);
  const columns = table.columns.map((name) => {
    const column = known.find((each) => each.name === name);
    if (column) return column;
    throw new BackupError(
      `${archive.path} has a column ${table.name}.${name} that its release did not have.`,
    );
  });
  const names = columns.map(({ name }) => quoted(name));
  const insert = `insert into ${quoted(table.name)} (${names.join(', ')})
    select ${columns.map(({ name, type }) => `r.${quoted(name)}::${type}`).join(', ')}
    from json_to_recordset($1::text::json) as r(${names.map((name) => `${name} text`).join(', ')})`;
  let rows = 0;
  for (const piece of table.pieces) {
    const lines = (await archive.piece(piece)).toString('utf8').trimEnd().split('\n');
    rows += (await tx.unsafe(insert, [`[${lines.join(',')}]`])).count;
  }
  if (rows !== table.rows) {
    throw new BackupError(
      `${archive.path} has ${rows} rows of ${table.name}, but should have ${table.rows}.`,
    );
  }
  for (const { name, sequence } of columns) {
    if (sequence === null) continue;
    await tx.unsafe(
      `select setval($1, coalesce(max(${quoted(name)}), 0) + 1, false) from ${quoted(table.name)}`,
      [sequence],
    );
  }
}

/** The workers of the original database do not use this one: its runs become claimable immediately. */
async function endLeases(tx: TransactionSql): Promise<void> {
  await tx`update runs set owner = null, lease_until = null, wake_at = now() where owner is not null`;
}
