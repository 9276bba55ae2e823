import type { RunSummary } from '@/lib/contracts/runs';

/** Name of a run in the title of its page. */
export function runTitle({ number, pipelineName }: Pick<RunSummary, 'number' | 'pipelineName'>): string {
  return `#${number} · ${pipelineName}`;
}
