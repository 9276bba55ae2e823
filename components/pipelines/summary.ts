import type { PipelineSummary } from '@/lib/contracts/pipelines';
import { formatCount } from '../ui/format';
import { isUnfinished } from './strip';

/** The list in one sentence: `5 pipelines, 1 run under way, 2 with problems.` */
export function describePipelines(pipelines: readonly PipelineSummary[]): string {
  const underWay = pipelines.flatMap(({ recentRuns }) => recentRuns).filter(isUnfinished).length;
  const withProblems = pipelines.filter(({ problemCount }) => problemCount > 0).length;
  const parts = [
    formatCount(pipelines.length, 'pipeline'),
    underWay > 0 && `${formatCount(underWay, 'run')} active`,
    withProblems > 0 && `${withProblems} with problems`,
  ];
  return parts.filter(Boolean).join(', ');
}
