import { slowerText, WAIT_CAUSES, WAIT_WORDS } from '@/engine';
import type { RunTimeRecord, StepTimeRecord, TimeShareRecord } from '@/lib/contracts/run-time';
import { secondsText } from './seconds-text';
import { worstCaseLine } from './worst-case-lines';

/** Where the time of a run went, as lines. @param at the instant of which the statuses are printed */
export function timeLines(time: RunTimeRecord, at: string | undefined): string[] {
  const { number, status, remainingMs, critical, steps } = time;
  return [
    `#${number} (${status}): ${secondsText(time.durationMs)}${usualText(time)}`,
    `${shareText(time)}`,
    ...(remainingMs === null ? [] : [`estimated time left: ${secondsText(remainingMs)}`]),
    ...(critical.length === 0 ? [] : [`critical path: ${critical.join(' → ')}`]),
    worstCaseLine(time.worst),
    ...steps.map(stepLine),
    ...(time.at === null ? [] : [`at ${at} s: ${time.at.status}`, ...time.at.steps.map(statusLine)]),
  ];
}

function stepLine(step: StepTimeRecord): string {
  const mark = step.isCritical ? '*' : ' ';
  const worst = step.worstMs === null || step.worstMs === 0 ? '' : `; at most ${secondsText(step.worstMs)}`;
  return `${mark} ${step.step}: ${secondsText(step.durationMs)}${usualText(step)}; ${shareText(step)}${worst}`;
}

function statusLine({ step, status }: { step: string; status: string }): string {
  return `  ${step}: ${status}`;
}

function usualText({ usual, slower }: TimeShareRecord): string {
  if (usual === null) return '';
  const words = slowerText({ usualMs: usual.ms, runs: usual.runs, slower: slower ?? undefined });
  const median = `usually ${secondsText(usual.ms)} in ${usual.runs} runs`;
  return words === undefined ? `, ${median}` : `, ${words}, ${median}`;
}

function shareText({ workMs, waits }: TimeShareRecord): string {
  const texts = WAIT_CAUSES.flatMap((cause) => {
    const ms = waits[cause];
    return ms === undefined ? [] : [`${secondsText(ms)} ${WAIT_WORDS[cause]}`];
  });
  const work = `${secondsText(workMs)} working`;
  return texts.length === 0 ? work : `${work}, waiting ${texts.join(', ')}`;
}
