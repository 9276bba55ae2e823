import { slowerText, WAIT_CAUSES, WAIT_WORDS } from '@/engine';
import type { RunTimeRecord, StepTimeRecord, TimeShareRecord } from '@/lib/contracts/run-time';

/** Where the time of a run went, as lines. @param at the instant of which the statuses are printed */
export function timeLines(time: RunTimeRecord, at: string | undefined): string[] {
  const { number, status, remainingMs, critical, steps } = time;
  return [
    `#${number} (${status}): ${seconds(time.durationMs)}${usualText(time)}`,
    `${shareText(time)}`,
    ...(remainingMs === null ? [] : [`estimated time left: ${seconds(remainingMs)}`]),
    ...(critical.length === 0 ? [] : [`critical path: ${critical.join(' → ')}`]),
    worstLine(time),
    ...steps.map(stepLine),
    ...(time.at === null ? [] : [`at ${at} s: ${time.at.status}`, ...time.at.steps.map(statusLine)]),
  ];
}

function worstLine({ worst: { totalMs, limitMs, path, unlimited } }: RunTimeRecord): string {
  const none = unlimited.length === 0 ? '' : `, without a limit: ${unlimited.join(', ')}`;
  if (totalMs === null) return `worst case: unknown${none}`;
  const by = totalMs === limitMs ? 'the timeout of the run' : path.join(' → ');
  return `worst case: ${seconds(totalMs)} (${by})${none}`;
}

function stepLine(step: StepTimeRecord): string {
  const mark = step.isCritical ? '*' : ' ';
  const worst = step.worstMs === null || step.worstMs === 0 ? '' : `; at most ${seconds(step.worstMs)}`;
  return `${mark} ${step.step}: ${seconds(step.durationMs)}${usualText(step)}; ${shareText(step)}${worst}`;
}

function statusLine({ step, status }: { step: string; status: string }): string {
  return `  ${step}: ${status}`;
}

function usualText({ usual, slower }: TimeShareRecord): string {
  if (usual === null) return '';
  const words = slowerText({ usualMs: usual.ms, runs: usual.runs, slower: slower ?? undefined });
  const median = `usually ${seconds(usual.ms)} in ${usual.runs} runs`;
  return words === undefined ? `, ${median}` : `, ${words}, ${median}`;
}

function shareText({ workMs, waits }: TimeShareRecord): string {
  const texts = WAIT_CAUSES.flatMap((cause) => {
    const ms = waits[cause];
    return ms === undefined ? [] : [`${seconds(ms)} ${WAIT_WORDS[cause]}`];
  });
  const work = `${seconds(workMs)} working`;
  return texts.length === 0 ? work : `${work}, waiting ${texts.join(', ')}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 1000 ? 3 : 1)} s`;
}
