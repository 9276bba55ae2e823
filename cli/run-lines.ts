import type { RunPage, RunSummary } from '@/lib/contracts/runs';

/** A page of runs as lines, and how to read the next page. */
export function runLines({ runs, next }: RunPage): string[] {
  if (runs.length === 0) return ['No runs found.'];
  return [
    ...runs.map(runLine),
    ...(next === null ? [] : [`There are more runs: repeat with --before ${next}`]),
  ];
}

function runLine(run: RunSummary): string {
  const { id, number, pipelineName, version, createdAt, failedStep, error } = run;
  const place = failedStep === null ? '' : `${failedStep}: `;
  const why = error === null ? '' : `  ${place}${error.message.split('\n', 1)[0]}`;
  const status = (run.hold ?? (run.atBreakpoint ? 'paused' : run.status)).padEnd(9);
  return `${status}  ${createdAt}  ${id}  ${pipelineName} #${number} v${version}${why}`;
}
