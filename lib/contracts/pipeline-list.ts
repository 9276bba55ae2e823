import { z } from 'zod';
import { MAX_LABEL_LENGTH } from './pipeline-organisation';
import { pipelineSummarySchema } from './pipelines';
import { RUN_FILTERS } from './runs';
import { wholeNumberText } from './whole-number';

/** Orders of the list: last change, name, or newest run. Pinned pipelines are first in each. */
export const PIPELINE_SORTS = ['changed', 'name', 'last_run'] as const;
export type PipelineSort = (typeof PIPELINE_SORTS)[number];

/** Status of the newest run of a pipeline; `never` without a run. */
export const LAST_RUN_STATUSES = [...RUN_FILTERS, 'never'] as const;
export type LastRunStatus = (typeof LAST_RUN_STATUSES)[number];

const selection = {
  /** Words that the name or description must contain; case and accents are ignored. */
  q: z.string().max(200).optional(),
  folder: z.string().min(1).max(MAX_LABEL_LENGTH).optional(),
  tag: z.string().min(1).max(MAX_LABEL_LENGTH).optional(),
};

export const listPipelinesInput = z.object({
  ...selection,
  /** Of the newest run. */
  status: z.enum(LAST_RUN_STATUSES).optional(),
  sort: z.enum(PIPELINE_SORTS).default('changed'),
  /** `next` of the previous page. */
  before: z.string().max(2000).optional(),
  /** @default all */
  limit: wholeNumberText({ min: 1, max: 200 }).optional(),
});
export type ListPipelinesInput = z.input<typeof listPipelinesInput>;

/** One page of pipelines. */
export const pipelinePageSchema = z.object({
  pipelines: z.array(pipelineSummarySchema),
  /** Pass as `before` for the next page; null on the last one. */
  next: z.string().nullable(),
});
export type PipelinePage = z.infer<typeof pipelinePageSchema>;

export const countPipelinesInput = z.object(selection);
export type CountPipelinesInput = z.input<typeof countPipelinesInput>;

const namedCount = z.object({ name: z.string(), count: z.int() });

/** Numbers of pipelines. */
export const pipelineCountsSchema = z.object({
  /** All pipelines, whatever is selected. */
  total: z.int(),
  /** All pipelines with problems. */
  withProblems: z.int(),
  /** The selected pipelines, by the status of the newest run. */
  statuses: z.record(z.enum(LAST_RUN_STATUSES), z.int()),
  /** All folders and tags, by name. */
  folders: z.array(namedCount),
  tags: z.array(namedCount),
});
export type PipelineCounts = z.infer<typeof pipelineCountsSchema>;
