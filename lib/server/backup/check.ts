import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import type { BlobStore } from '../adapters/blobs/blob-store';
import { BlobDamaged } from '../adapters/blobs/blob-store';
import type { BlobSettings } from '../adapters/blobs/settings';
import { connect, type DatabaseTarget, describeTarget } from '../db/connect';
import { asDamage, DatabaseDamaged } from '../db/embedded/damage';
import { databasesIn } from '../db/embedded/place';
import type { DatabaseSettings } from '../db/settings';
import { createBlobs } from '../files';
import type { KeySettings } from '../secrets';
import { restoreAdvice } from './advice';
import { referencedBlobs } from './dump';
import { readRules } from './integrity';
import { readJournals } from './journals';
import { unreadableSecrets } from './keys';
import { reach } from './reach';
import { type Reading, readIndexes, readTables } from './relations';

/** Settings of the installation that is checked. */
export type CheckConfig = DatabaseSettings & BlobSettings & KeySettings;

/** The result of a check. */
export interface CheckReport {
  readonly target: string;
  /** One sentence each; empty when nothing is damaged. */
  readonly problems: readonly string[];
  /** Findings that are not damage. */
  readonly notes: readonly string[];
  /** Number of checked items by kind. */
  readonly checked: Readonly<Record<string, number>>;
  /** Instructions for repairing damage. */
  readonly advice: string | undefined;
}

/** Collects the results of the parts. */
class Findings {
  readonly problems: string[] = [];
  readonly notes: string[] = [];
  readonly checked: Record<string, number> = {};

  add(kind: string, { count, problems }: Reading): void {
    this.checked[kind] = count;
    this.problems.push(...problems);
  }

  /** Runs a reading; a failure to start it is a problem as well. */
  async read(kind: string, reading: () => Promise<Reading>): Promise<void> {
    try {
      this.add(kind, await reading());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.problems.push(`The ${kind} cannot be checked: ${reason}.`);
    }
  }
}

/**
 * Reads everything that an installation stores, with or without a running server, and changes nothing.
 * @throws EmbeddedServerError when there is no database
 */
export async function checkInstallation(config: CheckConfig): Promise<CheckReport> {
  const findings = new Findings();
  const [data] = config.databaseUrl === undefined ? await databasesIn(config.dataDir) : [];
  if (data !== undefined) findings.problems.push(...(await filesMissing(data)));
  const target = await checkDatabase(config, data, findings);
  const isBuiltInDamaged = findings.problems.length > 0 && data !== undefined;
  return {
    target,
    problems: findings.problems,
    notes: findings.notes,
    checked: findings.checked,
    advice: isBuiltInDamaged ? await restoreAdvice(config.dataDir, data) : undefined,
  };
}

async function checkDatabase(
  config: CheckConfig,
  data: string | undefined,
  findings: Findings,
): Promise<string> {
  const { databaseUrl, dataDir } = config;
  const name = databaseUrl === undefined ? dataDir : describeTarget({ kind: 'url', url: databaseUrl });
  try {
    const { target, leave } = await reach(config);
    await readAll(config, target, findings).finally(leave);
  } catch (error) {
    const damage = data === undefined ? error : asDamage(error, data);
    if (!(damage instanceof DatabaseDamaged)) throw damage;
    findings.problems.push(damage.message);
  }
  return name;
}

/** Missing files without which the database cannot start. */
async function filesMissing(data: string): Promise<string[]> {
  const size = (name: string) =>
    stat(join(data, name)).then(
      (found) => found.size,
      () => 0,
    );
  const segments = await readdir(join(data, 'pg_wal')).catch(() => []);
  const checks: readonly (readonly [isThere: boolean, name: string])[] = [
    [(await size('PG_VERSION')) > 0, 'PG_VERSION'],
    [(await size('global/pg_control')) > 0, 'global/pg_control'],
    [segments.some((name) => /^[0-9A-F]{24}$/.test(name)), 'pg_wal (write-ahead log)'],
    [(await readdir(join(data, 'base')).catch(() => [])).length > 0, 'base (tables)'],
  ];
  return checks.flatMap(([isThere, name]) => (isThere ? [] : [`${join(data, name)} is missing or empty.`]));
}

async function readAll(config: CheckConfig, target: DatabaseTarget, findings: Findings): Promise<void> {
  const sql = connect(target, { max: 2 });
  try {
    await findings.read('tables', () => readTables(sql, target.kind === 'socket'));
    const indexes = await readIndexes(sql);
    if (indexes) findings.add('indexes', indexes);
    else findings.notes.push('Indexes were not checked: this account may not use the extension amcheck.');
    await findings.read('rules', () => readRules(sql));
    await findings.read('runs', () =>
      sql.begin('isolation level repeatable read read only', (tx) => readJournals(tx)),
    );
    const blobs = createBlobs(config, sql);
    await findings.read('contents', () => readContents(sql, blobs, config.blobs.kind === 's3'));
    const unreadable = await unreadableSecrets(sql, config).catch(() => []);
    if (unreadable.length > 0) {
      findings.notes.push(
        `These secrets cannot be decrypted with the current key: ${unreadable.join(', ')}.`,
      );
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** @param isFar checks existence only: reading would download all contents */
async function readContents(sql: Sql, blobs: BlobStore, isFar: boolean): Promise<Reading> {
  const wanted = await referencedBlobs(sql);
  const problems: string[] = [];
  for (const { sha256 } of wanted) {
    try {
      const isThere = isFar ? await blobs.has(sha256) : (await blobs.get(sha256)) !== undefined;
      if (!isThere) problems.push(`The stored content ${sha256} is missing.`);
    } catch (error) {
      if (!(error instanceof BlobDamaged)) throw error;
      problems.push(error.message);
    }
  }
  return { count: wanted.length, problems };
}
