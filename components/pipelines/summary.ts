import type { PipelineCounts } from '@/lib/contracts/pipeline-list';
import type { PipelineSummary } from '@/lib/contracts/pipelines';
import { formatCount } from '../ui/format';
import { isUnfinished } from './strip';

/** The list in one sentence: `5 pipelines, 1 run active, 2 with problems`. @param shown the listed pipelines */
export function describePipelines(
  { total, withProblems }: Pick<PipelineCounts, 'total' | 'withProblems'>,
  shown: readonly PipelineSummary[],
): string {
  const active = shown.flatMap(({ recentRuns }) => recentRuns).filter(isUnfinished).length;
  const parts = [
    formatCount(total, 'pipeline'),
    active > 0 && `${formatCount(active, 'run')} active`,
    withProblems > 0 && `${withProblems} with problems`,
  ];
  return parts.filter(Boolean).join(', ');
}
