import type { Sql, TransactionSql } from 'postgres';
import type { JsonObject } from '@/engine';
import type { VersionChanges, VersionOrigin } from '@/lib/contracts/pipelines';
import { auditOf, detailsOf } from './audit';

/** A version ready to be stored. */
export interface VersionText {
  /** Canonical text without the layout. */
  readonly document: string;
  /** Of `document`. */
  readonly hash: string;
  /** JSON text; null when there is none. */
  readonly layout: string | null;
  readonly contentHash: string;
  readonly origin: VersionOrigin;
  readonly name: string | null;
  /** Null for the first version. */
  readonly changes: VersionChanges | null;
  readonly stepCount: number;
  readonly problemCount: number;
  /** Of the pipeline: as this version calls it, and as the version before did. */
  readonly pipelineName: string;
  readonly pipelineNameBefore: string | null;
}

/** A stored version, as far as another one is compared with it. */
export interface StoredText {
  readonly document: string;
  /** Null also where the document still has its layout. */
  readonly layout: string | null;
  /** Null where an earlier release wrote the row. */
  readonly contentHash: string | null;
}

/** Inserts a version under its number. */
export async function insertVersion(
  tx: TransactionSql,
  pipelineId: string,
  version: VersionText & { readonly number: number },
): Promise<void> {
  const { number, document, hash, layout, contentHash, origin, name, changes } = version;
  await tx`
    insert into pipeline_versions
      (pipeline_id, version, document, hash, layout, content_hash, origin, name, changes, step_count, problem_count)
    values (${pipelineId}, ${number}, ${document}, ${hash}, ${layout}, ${contentHash}, ${origin}, ${name},
      ${changes && JSON.stringify(changes)}::text::json, ${version.stepCount}, ${version.problemCount})`;
}

/** The audit entry of a version that is not the first one. */
export async function auditVersion(
  tx: TransactionSql,
  pipelineId: string,
  { number, origin, pipelineName, pipelineNameBefore }: VersionText & { readonly number: number },
): Promise<void> {
  const isRenamed = pipelineNameBefore !== null && pipelineName !== pipelineNameBefore;
  const action = isRenamed ? 'pipeline.renamed' : 'pipeline.changed';
  const details: JsonObject = { version: number, origin, ...(isRenamed && { from: pipelineNameBefore }) };
  await auditOf(
    tx,
    { action, subject: 'pipeline' },
    tx`select ${pipelineId}::text, ${pipelineName}::text, ${detailsOf(tx, details)}`,
  );
}

/** The texts of one version. */
export async function findVersionText(
  sql: Sql,
  pipelineId: string,
  version: number,
): Promise<StoredText | undefined> {
  const [row] = await sql<StoredText[]>`
    select document, layout, content_hash as "contentHash" from pipeline_versions
    where pipeline_id = ${pipelineId} and version = ${version}`;
  return row;
}

/** Shows a version with other positions from now on; not one that an earlier release wrote. */
export async function setLayout(
  sql: Sql,
  { id, version, layout }: { id: string; version: number; layout: string | null },
): Promise<void> {
  await sql`
    update pipeline_versions set layout = ${layout}
    where pipeline_id = ${id} and version = ${version} and content_hash is not null
      and layout is distinct from ${layout}`;
}

/** Gives a version a name. */
export async function nameVersion(
  sql: Sql,
  { id, version, name }: { id: string; version: number; name: string },
): Promise<void> {
  await sql`
    update pipeline_versions set name = ${name} where pipeline_id = ${id} and version = ${version}`;
}

/** The end of every canonical text of a document with keys. */
const END = '\n}\n';

/** The canonical text of a version with its layout, as its last key. */
export function withLayout({ document, layout }: Pick<StoredText, 'document' | 'layout'>): string {
  if (layout === null || !document.endsWith(END)) return document;
  const indented = JSON.stringify(JSON.parse(layout), null, 2).replaceAll('\n', '\n  ');
  return `${document.slice(0, -END.length)},\n  "layout": ${indented}${END}`;
}
