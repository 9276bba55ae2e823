import type { PipelineWorstCaseRecord, WorstCaseRecord } from '@/lib/contracts/worst-case';
import { secondsText } from './seconds-text';

/** The worst case of a draft or a version, step by step, as lines. */
export function worstCaseLines(worst: PipelineWorstCaseRecord): string[] {
  const { version, totalMs, pathMs, path, steps } = worst;
  const isCut = pathMs !== null && totalMs !== null && totalMs < pathMs;
  return [
    `${version === null ? 'draft' : `version ${version}`}: ${worstCaseLine(worst)}`,
    ...(isCut ? [`without the timeout of the run: ${secondsText(pathMs)} (${path.join(' → ')})`] : []),
    ...steps.map(stepLine),
  ];
}

/** The worst case of a run, with what decides it, as one line. */
export function worstCaseLine({ totalMs, limitMs, path, unlimited }: WorstCaseRecord): string {
  const none = unlimited.length === 0 ? '' : `, without a limit: ${unlimited.join(', ')}`;
  if (totalMs === null) return `worst case: unknown${none}`;
  const by = totalMs === limitMs ? 'the timeout of the run' : path.join(' → ');
  return `worst case: ${secondsText(totalMs)}${by === '' ? '' : ` (${by})`}${none}`;
}

function stepLine({
  step,
  worstMs,
  startsAfterMs,
  isOnPath,
}: PipelineWorstCaseRecord['steps'][number]): string {
  const most = worstMs === null ? 'without a limit' : `at most ${secondsText(worstMs)}`;
  return `${isOnPath ? '*' : ' '} ${step}: ${most}; ${startText(startsAfterMs)}`;
}

function startText(startsAfterMs: number | null): string {
  if (startsAfterMs === null) return 'after a step without a limit';
  if (startsAfterMs === 0) return 'starts with the run';
  return `starts at most ${secondsText(startsAfterMs)} after the start of the run`;
}
