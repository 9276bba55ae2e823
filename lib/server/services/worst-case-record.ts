import type { WorstCase } from '@/engine';
import type { WorstCaseRecord } from '@/lib/contracts/worst-case';

/** The worst case of a run, as the API has it. */
export function worstCaseRecord({ totalSeconds, limitSeconds, path, unlimited }: WorstCase): WorstCaseRecord {
  return {
    totalMs: inMs(totalSeconds),
    limitMs: inMs(limitSeconds),
    path: [...path],
    unlimited: [...unlimited],
  };
}

/** Whole ms; null for an unknown time. */
export function inMs(seconds: number | undefined): number | null {
  return seconds === undefined ? null : Math.round(seconds * 1000);
}
