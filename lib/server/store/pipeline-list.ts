import { and, asc, count, desc, eq, isNotNull, isNull, ne, type SQL, sql as text } from 'drizzle-orm';
import { pipelineDrafts, pipelines, pipelineVersions, runs } from '@/drizzle/schema';
import type { LastRunStatus, PipelineSort } from '@/lib/contracts/pipeline-list';
import type { PipelineSummary } from '@/lib/contracts/pipelines';
import { type Queries, type Rows, rowsOf } from '../db/rows';
import { marksOf, toMarks } from './marks';

/** Runs in the run strip of a pipeline. */
const STRIP_RUNS = 24;

/** Which pipelines are listed. */
export interface PipelineSelection {
  /** Each must occur in the name or the description. */
  readonly words?: readonly string[];
  readonly folder?: string;
  readonly tag?: string;
}

/** The position of a pipeline in a list. */
export interface PipelinePlace {
  readonly pinned: boolean;
  /** The value that the list is sorted by, as text. */
  readonly key: string;
  readonly id: string;
}

export interface PipelineFilter extends PipelineSelection {
  readonly status?: LastRunStatus;
  readonly sort: PipelineSort;
  /** The last pipeline of the previous page. */
  readonly after?: PipelinePlace;
  /** @default all */
  readonly limit?: number;
}

/** Pipelines in a list, and the position of the last one if more follow. */
export interface ListedPipelines {
  readonly pipelines: readonly PipelineSummary[];
  readonly next: PipelinePlace | undefined;
}

/** A text without case and accents, so that "cafe" finds "Café". */
const folded = (value: SQL) =>
  text`lower(regexp_replace(normalize(${value}, NFKD), '[\\u0300-\\u036f]', '', 'g'))`;

const name = folded(text`${pipelines.name}`);
const searched = folded(text`${pipelines.name} || ' ' || ${pipelines.description}`);

/** Tries say nothing about how a pipeline does. */
const isWhole = ne(runs.trigger, 'try');

interface Order {
  readonly key: SQL;
  readonly direction: typeof asc | typeof desc;
  /** PostgreSQL's type of the key. */
  readonly type: 'timestamptz' | 'text';
}

/** Keys are never null: a pipeline without runs sorts after all others. */
const ORDERS: Readonly<Record<PipelineSort, Order>> = {
  changed: { key: text`${pipelineDrafts.updatedAt}`, direction: desc, type: 'timestamptz' },
  name: { key: name, direction: asc, type: 'text' },
  last_run: {
    key: text`coalesce("newest"."created_at", '-infinity')`,
    direction: desc,
    type: 'timestamptz',
  },
};

/** The status of the newest run; `never` without one. */
const lastStatus = text<LastRunStatus>`coalesce("newest"."status", 'never')`;

const shownStatus = text`coalesce(${runs.hold},
  case when ${runs.status} = 'waiting' and ${runs.atBreakpoint} then 'paused' end, ${runs.status})`;

/**
 * The newest run of a pipeline, to be joined. Chunks of loops have no number.
 *
 * As a subquery of a condition it would add its cost for every pipeline. PostgreSQL takes costs within 1 % for equal, and
 * could then read all drafts once for each pipeline: 22.5 million rows instead of 12,000 for 3,000 of 9,000 pipelines
 * with a tag that the statistics did not know yet.
 */
const newestRun = (db: Rows) =>
  db
    .select({
      createdAt: runs.createdAt,
      status: shownStatus.as('status'),
    })
    .from(runs)
    .where(and(eq(runs.pipelineId, pipelines.id), isNotNull(runs.number), isWhole))
    .orderBy(desc(runs.number))
    .limit(1)
    .as('newest');

/** A page of pipelines, each with its latest runs. Pinned ones are first. */
export async function listPipelines(sql: Queries, filter: PipelineFilter): Promise<ListedPipelines> {
  const db = rowsOf(sql);
  const { key, direction } = ORDERS[filter.sort];
  // A join on the constant `false` reads nothing.
  const readsRuns = filter.sort === 'last_run' || filter.status !== undefined;
  const selected = db
    .select({ id: pipelines.id, key: key.as('key') })
    .from(pipelines)
    .innerJoin(pipelineDrafts, eq(pipelineDrafts.pipelineId, pipelines.id))
    .leftJoinLateral(newestRun(db), readsRuns ? text`true` : text`false`)
    .where(
      and(
        isSelected(filter),
        filter.status && eq(lastStatus, filter.status),
        filter.after && follows(filter.sort, filter.after),
      ),
    )
    .orderBy(desc(pipelines.pinned), direction(key), direction(pipelines.id))
    .$dynamic();
  const page = (filter.limit === undefined ? selected : selected.limit(filter.limit + 1)).as('page');
  const strip = db
    .select()
    .from(runs)
    .where(and(eq(runs.pipelineId, pipelines.id), isNull(runs.chunkOf), isWhole))
    .orderBy(desc(runs.number))
    .limit(STRIP_RUNS)
    .as('strip');
  const latest = db
    .select({ marks: marksOf(strip).as('marks') })
    .from(strip)
    .as('latest');
  const versionCount = db
    .select({ count: count() })
    .from(pipelineVersions)
    .where(eq(pipelineVersions.pipelineId, pipelines.id));
  const rows = await db
    .select({
      id: pipelines.id,
      name: pipelines.name,
      description: pipelines.description,
      folder: pipelines.folder,
      tags: pipelines.tags,
      pinned: pipelines.pinned,
      version: pipelines.version,
      updatedAt: pipelineDrafts.updatedAt,
      versionCount: text<number>`${versionCount}::int`,
      stepCount: pipelineDrafts.stepCount,
      problemCount: pipelineDrafts.problemCount,
      marks: latest.marks,
      // As text: an ISO instant would be truncated to milliseconds.
      key: text<string>`${page.key}::text`,
    })
    .from(page)
    .innerJoin(pipelines, eq(pipelines.id, page.id))
    .innerJoin(pipelineDrafts, eq(pipelineDrafts.pipelineId, pipelines.id))
    .crossJoinLateral(latest)
    .orderBy(desc(pipelines.pinned), direction(page.key), direction(pipelines.id));
  const { limit = rows.length } = filter;
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    pipelines: rows.slice(0, limit).map(({ marks, key: _, ...row }) => ({
      ...row,
      recentRuns: toMarks(marks),
    })),
    next: last && { pinned: last.pinned, key: last.key, id: last.id },
  };
}

function isSelected({ words = [], folder, tag }: PipelineSelection): SQL | undefined {
  return and(
    isNull(pipelines.deletedAt),
    folder === undefined ? undefined : eq(pipelines.folder, folder),
    tag === undefined ? undefined : text`${tag}::text = any(${pipelines.tags})`,
    ...words.map((word) => text`strpos(${searched}, ${folded(text`${word}::text`)}) > 0`),
  );
}

/** The pipelines that follow one in a list. */
function follows(sort: PipelineSort, { pinned, key: value, id }: PipelinePlace): SQL {
  const { key, direction, type } = ORDERS[sort];
  const than = text`(${value}::text::${text.raw(type)}, ${id}::text)`;
  const isLater = text`(${key}, ${pipelines.id}) ${text.raw(direction === asc ? '>' : '<')} ${than}`;
  return pinned
    ? text`(not ${pipelines.pinned} or ${isLater})`
    : text`(not ${pipelines.pinned} and ${isLater})`;
}

/** Numbers of all pipelines, and of the selected ones by the status of their newest run. */
export async function countPipelines(sql: Queries, selection: PipelineSelection) {
  const db = rowsOf(sql);
  const listed = db
    .select({
      problemCount: pipelineDrafts.problemCount,
      isSelected: text<boolean>`${isSelected(selection)}`.as('is_selected'),
      status: lastStatus.as('status'),
    })
    .from(pipelines)
    .innerJoin(pipelineDrafts, eq(pipelineDrafts.pipelineId, pipelines.id))
    .leftJoinLateral(newestRun(db), text`true`)
    .where(isNull(pipelines.deletedAt))
    .as('listed');
  const counted = { name: text<string>`${pipelines.folder}`, count: count() };
  const tagged = db
    .select({ tag: text<string>`unnest(${pipelines.tags})`.as('tag') })
    .from(pipelines)
    .where(isNull(pipelines.deletedAt))
    .as('tagged');
  const [byStatus, folders, tags] = await Promise.all([
    db
      .select({
        status: listed.status,
        all: count(),
        withProblems: text<number>`count(*) filter (where ${listed.problemCount} > 0)`.mapWith(Number),
        selected: text<number>`count(*) filter (where ${listed.isSelected})`.mapWith(Number),
      })
      .from(listed)
      .groupBy(listed.status),
    db
      .select(counted)
      .from(pipelines)
      .where(and(isNull(pipelines.deletedAt), isNotNull(pipelines.folder)))
      .groupBy(pipelines.folder)
      .orderBy(folded(text`${pipelines.folder}`)),
    db
      .select({ name: tagged.tag, count: count() })
      .from(tagged)
      .groupBy(tagged.tag)
      .orderBy(folded(text`${tagged.tag}`)),
  ]);
  return { byStatus, folders, tags };
}
