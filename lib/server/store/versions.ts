import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  sql as text,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Sql, TransactionSql } from 'postgres';
import { pipelineVersions, runs } from '@/drizzle/schema';
import type { JsonObject } from '@/engine';
import type { VersionDetail, VersionSummary } from '@/lib/contracts/pipelines';
import { type RowOf, type Rows, rowsOf } from '../db/rows';
import { addEntries } from './audit';
import { marksOf, toMarks } from './marks';

/** Runs of each version in a list. */
const SHOWN_RUNS = 5;

/** A version to be stored. `document` is without the layout; `changes` is null for the first version. */
export interface VersionText
  extends Pick<
    RowOf<typeof pipelineVersions>,
    'document' | 'hash' | 'layout' | 'origin' | 'name' | 'changes' | 'stepCount' | 'problemCount'
  > {
  readonly contentHash: string;
  /** Name of the pipeline in this version and in the previous one. */
  readonly pipelineName: string;
  readonly pipelineNameBefore: string | null;
}

/** Columns for comparing versions. `layout` is null also when the document still contains it. */
export type StoredText = Pick<RowOf<typeof pipelineVersions>, 'document' | 'layout' | 'contentHash'>;

const storedText = {
  document: pipelineVersions.document,
  layout: pipelineVersions.layout,
  contentHash: pipelineVersions.contentHash,
};

const older = alias(pipelineVersions, 'older');

const isVersion = (pipelineId: string, version: number) =>
  and(eq(pipelineVersions.pipelineId, pipelineId), eq(pipelineVersions.version, version));

/** Inserts a version under its number. */
export async function insertVersion(
  tx: TransactionSql,
  pipelineId: string,
  version: VersionText & { readonly number: number },
): Promise<void> {
  const { number, pipelineName: _, pipelineNameBefore: __, ...columns } = version;
  await rowsOf(tx)
    .insert(pipelineVersions)
    .values({ ...columns, pipelineId, version: number });
}

/** Writes the audit entry of a version other than the first. */
export async function auditVersion(
  tx: TransactionSql,
  pipelineId: string,
  { number, origin, pipelineName, pipelineNameBefore }: VersionText & { readonly number: number },
): Promise<void> {
  const isRenamed = pipelineNameBefore !== null && pipelineName !== pipelineNameBefore;
  const action = isRenamed ? 'pipeline.renamed' : 'pipeline.changed';
  const details: JsonObject = { version: number, origin, ...(isRenamed && { from: pipelineNameBefore }) };
  await addEntries(tx, { action, subject: 'pipeline' }, [{ id: pipelineId, name: pipelineName, details }]);
}

/** Which versions of a pipeline a list shows. */
interface VersionPage {
  readonly id: string;
  readonly before: number | undefined;
  readonly limit: number;
}

/** Versions below a number, newest first, each with its newest runs. */
export async function listVersionRows(sql: Sql, filter: VersionPage): Promise<VersionSummary[]> {
  const db = rowsOf(sql);
  const page = pageOf(db, filter);
  const { ranked, used } = runsOf(db, filter.id, page);
  const rows = await db
    .with(page, ranked, used)
    .select({
      version: page.version,
      origin: page.origin,
      name: page.name,
      savedAt: page.createdAt,
      stepCount: page.stepCount,
      problemCount: page.problemCount,
      changes: page.changes,
      runCount: text<number>`coalesce(${used.count}, 0)::int`,
      marks: used.marks,
    })
    .from(page)
    .leftJoin(used, eq(used.version, page.version))
    .orderBy(desc(page.version));
  return rows.map(({ marks, ...row }) => ({ ...row, recentRuns: toMarks(marks) }));
}

function pageOf(db: Rows, { id, before, limit }: VersionPage) {
  const isBefore = before === undefined ? undefined : lt(pipelineVersions.version, before);
  return db.$with('page').as(
    db
      .select()
      .from(pipelineVersions)
      .where(and(eq(pipelineVersions.pipelineId, id), isBefore))
      .orderBy(desc(pipelineVersions.version))
      .limit(limit),
  );
}

/** Runs of each version of a page: how many, and the newest. */
function runsOf(db: Rows, id: string, page: ReturnType<typeof pageOf>) {
  const place = text<number>`row_number() over (partition by ${runs.version} order by ${runs.number} desc)`;
  const isOnPage = inArray(runs.version, db.select({ version: page.version }).from(page));
  const ranked = db.$with('ranked').as(
    db
      .select({ ...getTableColumns(runs), place: place.as('place') })
      .from(runs)
      .where(and(eq(runs.pipelineId, id), isNull(runs.chunkOf), isOnPage)),
  );
  const used = db.$with('used').as(
    db
      .select({
        version: ranked.version,
        count: count().as('count'),
        marks: marksOf(ranked, lte(ranked.place, SHOWN_RUNS)).as('marks'),
      })
      .from(ranked)
      .groupBy(ranked.version),
  );
  return { ranked, used };
}

/** A version with its text and layout. */
export async function findVersionDetail(
  sql: Sql,
  id: string,
  version: number,
): Promise<VersionDetail | undefined> {
  const db = rowsOf(sql);
  const previousVersion = db
    .select({ version: max(older.version) })
    .from(older)
    .where(
      and(eq(older.pipelineId, pipelineVersions.pipelineId), lt(older.version, pipelineVersions.version)),
    );
  const [row] = await db
    .select({
      ...storedText,
      origin: pipelineVersions.origin,
      name: pipelineVersions.name,
      savedAt: pipelineVersions.createdAt,
      previous: text<number | null>`${previousVersion}`,
    })
    .from(pipelineVersions)
    .where(isVersion(id, version));
  if (!row) return undefined;
  const { origin, name, previous, savedAt } = row;
  return { version, origin, name, previous, savedAt, text: withLayout(row) };
}

/** The texts of one version. */
export async function findVersionText(
  sql: Sql,
  pipelineId: string,
  version: number,
): Promise<StoredText | undefined> {
  const [row] = await rowsOf(sql)
    .select(storedText)
    .from(pipelineVersions)
    .where(isVersion(pipelineId, version));
  return row;
}

/** Replaces the layout of a version, unless an earlier release wrote the version. */
export async function setLayout(
  tx: TransactionSql,
  { id, version, layout }: { id: string; version: number; layout: string | null },
): Promise<void> {
  const isOther = text`${pipelineVersions.layout} is distinct from ${layout}`;
  await rowsOf(tx)
    .update(pipelineVersions)
    .set({ layout })
    .where(and(isVersion(id, version), isNotNull(pipelineVersions.contentHash), isOther));
}

/** Gives a version a name. */
export async function nameVersion(
  sql: Sql,
  { id, version, name }: { id: string; version: number; name: string },
): Promise<void> {
  await rowsOf(sql).update(pipelineVersions).set({ name }).where(isVersion(id, version));
}

/** The end of the canonical text of every non-empty document. */
const END = '\n}\n';

/** The canonical text of a version with its layout, as its last key. */
export function withLayout({ document, layout }: Pick<StoredText, 'document' | 'layout'>): string {
  if (layout === null || !document.endsWith(END)) return document;
  const indented = JSON.stringify(JSON.parse(layout), null, 2).replaceAll('\n', '\n  ');
  return `${document.slice(0, -END.length)},\n  "layout": ${indented}${END}`;
}
