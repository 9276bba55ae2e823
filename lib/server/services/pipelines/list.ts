import { z } from 'zod';
import { type listPipelinesInput, PIPELINE_SORTS, type PipelinePage } from '@/lib/contracts/pipeline-list';
import type { PipelineSummary } from '@/lib/contracts/pipelines';
import { listPipelines as list, type PipelinePlace } from '../../store/pipeline-list';
import type { ServiceContext } from '../context';
import { Invalid } from '../errors';
import { selectionOf } from './selection';

/** All pipelines: pinned ones first, then the last changed. */
export async function listPipelines(ctx: ServiceContext): Promise<readonly PipelineSummary[]> {
  return (await list(ctx.sql, { sort: 'changed' })).pipelines;
}

/**
 * A page of the selected pipelines: pinned ones first, then in the requested order.
 * @throws Invalid when `before` is not the `next` of a page in this order
 */
export async function pageOfPipelines(
  ctx: ServiceContext,
  input: z.output<typeof listPipelinesInput>,
): Promise<PipelinePage> {
  const { status, sort, before, limit } = input;
  const { pipelines, next } = await list(ctx.sql, {
    ...selectionOf(input),
    sort,
    ...(status === undefined ? {} : { status }),
    ...(before === undefined ? {} : { after: readCursor(before, sort) }),
    ...(limit === undefined ? {} : { limit }),
  });
  return { pipelines: [...pipelines], next: next ? cursorOf(next, sort) : null };
}

type Sort = (typeof PIPELINE_SORTS)[number];

const INSTANT = /^(-infinity|\d{4,6}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?[+-]\d{2}(:\d{2}){0,2})$/;

/** A place with the order of its list. The key of a time is PostgreSQL's text. */
const cursorSchema = z
  .tuple([z.enum(PIPELINE_SORTS), z.boolean(), z.string(), z.string()])
  .refine(([sort, , key]) => sort === 'name' || INSTANT.test(key));

function cursorOf({ pinned, key, id }: PipelinePlace, sort: Sort): string {
  return Buffer.from(JSON.stringify([sort, pinned, key, id])).toString('base64url');
}

function readCursor(text: string, expected: Sort): PipelinePlace {
  const place = cursorSchema.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  if (!place.success || place.data[0] !== expected) {
    throw new Invalid(
      `\`before\` is not the \`next\` of a page that is sorted by "${expected}". Request the list again from its start.`,
    );
  }
  const [, pinned, key, id] = place.data;
  return { pinned, key, id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
