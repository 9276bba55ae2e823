import { formatDuration } from '@/components/ui/format';
import { WAIT_CAUSES, WAIT_WORDS, type WaitCause } from '@/engine/run/time/span';
import type { TimeShareRecord } from '@/lib/contracts/run-time';

/** Waits that are worth a word, the longest first: `2.0 s for a timer, 0.4 s in the queue`. */
export function waitsText({ waits }: Pick<TimeShareRecord, 'waits'>): string {
  return entriesOf(waits)
    .filter(({ ms }) => ms >= LEAST_MS)
    .sort((a, b) => b.ms - a.ms)
    .map(({ cause, ms }) => `${formatDuration(ms)} ${WAIT_WORDS[cause]}`)
    .join(', ');
}

/** Shorter waits are noise, in ms. */
const LEAST_MS = 50;

function entriesOf(waits: TimeShareRecord['waits']): { cause: WaitCause; ms: number }[] {
  return WAIT_CAUSES.map((cause) => ({ cause, ms: waits[cause] ?? 0 }));
}

/** Work beside waits: `0.2 s working, waiting 2.0 s for a timer`. */
export function shareText(share: Pick<TimeShareRecord, 'workMs' | 'waits'>): string {
  const waits = waitsText(share);
  const work = `${formatDuration(share.workMs)} working`;
  return waits === '' ? work : `${work}, waiting ${waits}`;
}

/** How much slower, for a narrow place: `4.2× usual`. */
export function shortSlower(slower: number): string {
  return `${slower >= 10 ? Math.round(slower) : slower.toFixed(1)}× usual`;
}
