import { formatDay } from '@/components/ui/format';
import type { RunSummary } from '@/lib/contracts/runs';

/** Runs that were made on the same day. */
export interface RunDay {
  readonly title: string;
  readonly runs: readonly RunSummary[];
}

/** Groups runs, newest first, by the day they were made on; a day is the reader's, or UTC without `now`. */
export function groupByDay(runs: readonly RunSummary[], now: Date | undefined): RunDay[] {
  const days: { title: string; runs: RunSummary[] }[] = [];
  for (const run of runs) {
    const title = now ? formatDay(run.createdAt, now) : run.createdAt.slice(0, 10);
    const last = days.at(-1);
    if (last?.title === title) last.runs.push(run);
    else days.push({ title, runs: [run] });
  }
  return days;
}
