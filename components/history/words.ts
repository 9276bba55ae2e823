import type { HistoryFigures } from '@/lib/contracts/history';

const REASONS = { more_failures: 'more runs fail', slower: 'runs take longer' } as const;

/** A share as percent: `92 %`. Only all is 100 %. */
export function percent(share: number): string {
  const rounded = Math.round(share * 100);
  return `${rounded === 100 && share < 1 ? 99 : rounded} %`;
}

/** Why a version is worse than the one before it: `Worse than v13: more runs fail.` */
export function worseText({ previous, worse }: HistoryFigures['versions'][number]): string {
  return `Worse than v${previous}: ${worse.map((each) => REASONS[each]).join(' and ')}.`;
}
