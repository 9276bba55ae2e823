import type { z } from 'zod';
import {
  type countPipelinesInput,
  LAST_RUN_STATUSES,
  type PipelineCounts,
} from '@/lib/contracts/pipeline-list';
import { countPipelines as count } from '../../store/pipeline-list';
import type { ServiceContext } from '../context';
import { selectionOf } from './selection';

/** Counts pipelines: all of them, and the selected ones by the status of the newest run. */
export async function countPipelines(
  ctx: ServiceContext,
  input: z.output<typeof countPipelinesInput>,
): Promise<PipelineCounts> {
  const { byStatus, folders, tags } = await count(ctx.sql, selectionOf(input));
  const selected = new Map(byStatus.map((row) => [row.status, row.selected]));
  return {
    total: byStatus.reduce((sum, { all }) => sum + all, 0),
    withProblems: byStatus.reduce((sum, { withProblems }) => sum + withProblems, 0),
    statuses: Object.fromEntries(
      LAST_RUN_STATUSES.map((status) => [status, selected.get(status) ?? 0]),
    ) as PipelineCounts['statuses'],
    folders,
    tags,
  };
}
