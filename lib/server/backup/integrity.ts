import type { ISql } from 'postgres';
import type { Reading } from './relations';
import { columnsOf } from './tables';

/** An invariant of the database, and how many rows violate it. */
export interface Broken {
  /** The problem as a sentence, without the number. */
  readonly what: string;
  readonly count: number;
  /** Id of one of the rows. */
  readonly example: string;
}

/** `table` names a table that older releases lack. */
type Rule = readonly [what: string, query: string, table?: string];

/** Each query returns ids of rows that violate the invariant. */
const RULES: readonly Rule[] = [
  [
    'pipelines have no text for their current version',
    `select p.id from pipelines p where not exists (
       select from pipeline_versions v where v.pipeline_id = p.id and v.version = p.version)`,
  ],
  [
    'pipelines have no draft',
    `select p.id from pipelines p where not exists (select from pipeline_drafts d where d.pipeline_id = p.id)`,
    'pipeline_drafts',
  ],
  [
    'drafts differ from their checksum',
    `select pipeline_id as id from pipeline_drafts
     where encode(sha256(convert_to(document, 'UTF8')), 'hex') <> hash`,
    'pipeline_drafts',
  ],
  [
    'pipeline versions differ from their checksum',
    `select pipeline_id || ' version ' || version as id from pipeline_versions
     where encode(sha256(convert_to(document, 'UTF8')), 'hex') <> hash`,
  ],
  [
    'runs have no pipeline version',
    `select r.id from runs r where not exists (
       select from pipeline_versions v where v.pipeline_id = r.pipeline_id and v.version = r.version)`,
  ],
  [
    'runs have a gap in their journal',
    `select r.id from runs r left join (
       select run_id, count(*) as events, min(seq) as first, max(seq) as last from run_events group by run_id
     ) e on e.run_id = r.id
     where coalesce(e.events, 0) <> r.last_seq or e.first <> 1 or e.last <> r.last_seq`,
  ],
  [
    'events belong to no run',
    `select e.run_id || ' event ' || e.seq as id from run_events e
     where not exists (select from runs r where r.id = e.run_id)`,
  ],
  [
    'large values differ from their checksum',
    `select hash as id from payloads
     where body is not null and encode(sha256(convert_to(body, 'UTF8')), 'hex') <> hash`,
  ],
  [
    'references to large values are broken',
    `select l.run_id || ' ' || l.hash as id from run_payloads l
     where not exists (select from payloads p where p.hash = l.hash)
        or not exists (select from runs r where r.id = l.run_id)`,
  ],
  [
    'files belong to no run',
    'select f.id from files f where not exists (select from runs r where r.id = f.run_id)',
  ],
  [
    'commands belong to no run',
    'select c.id from run_commands c where not exists (select from runs r where r.id = c.run_id)',
  ],
  [
    'triggers belong to no pipeline',
    'select t.id from triggers t where not exists (select from pipelines p where p.id = t.pipeline_id)',
  ],
];

/** Rows that violate an invariant; undefined when none does. */
async function brokenBy(sql: ISql, [what, query, table]: Rule): Promise<Broken | undefined> {
  if (table !== undefined && (await columnsOf(sql, table)).length === 0) return undefined;
  const [row] = await sql.unsafe<{ count: number; example: string | null }[]>(
    `select count(*)::int as count, min(id) as example from (${query}) broken`,
  );
  return row && row.count > 0 ? { what, count: row.count, example: row.example ?? '' } : undefined;
}

/** Finds dangling references, journals with gaps and values that do not match their hash. */
export async function findBroken(sql: ISql): Promise<Broken[]> {
  const broken: Broken[] = [];
  for (const rule of RULES) {
    const found = await brokenBy(sql, rule);
    if (found) broken.push(found);
  }
  return broken;
}

/** As `findBroken`, in a database whose tables may be unreadable: checks every rule that it can. */
export async function readRules(sql: ISql): Promise<Reading> {
  const problems: string[] = [];
  const failures: string[] = [];
  for (const rule of RULES) {
    try {
      const broken = await brokenBy(sql, rule);
      if (broken) problems.push(`${brokenText(broken)}.`);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (failures.length > 0) problems.push(`${failures.length} rules cannot be checked: ${failures[0]}.`);
  return { count: RULES.length - failures.length, problems };
}

/** "3 runs have a gap in their journal (run_…)" */
export function brokenText({ what, count, example }: Broken): string {
  return `${count} ${what} (${example})`;
}
