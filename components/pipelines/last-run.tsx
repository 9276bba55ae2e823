import Link from 'next/link';
import { formatDuration } from '@/components/ui/format';
import type { PipelineSummary } from '@/lib/contracts/pipelines';
import { runStanding } from '../run/status';
import { formatAgo } from '../ui/format';
import { StatusBadge } from '../ui/status-badge';
import styles from './pipeline-row.module.css';
import { durationOf, isUnfinished } from './strip';

export interface LastRunProps {
  pipeline: PipelineSummary;
  now: Date;
}

/** How the newest run ended or what it does, with a way to it. */
export function LastRun({ pipeline, now }: LastRunProps) {
  const [run] = pipeline.recentRuns;
  if (!run) {
    return (
      <div className={styles.cell}>
        <p className={styles.quiet}>Never</p>
      </div>
    );
  }
  const when = isUnfinished(run)
    ? formatDuration(durationOf(run, now))
    : formatAgo(new Date(run.createdAt), now);
  return (
    <div className={styles.cell}>
      <Link
        href={`/runs/${run.id}`}
        className={styles.above}
        aria-label={`Run ${run.number}: ${runStanding(run)}, ${when}`}
      >
        <StatusBadge status={runStanding(run)} quiet />
        <span className={styles.sub}>
          #{run.number}, <time dateTime={run.createdAt}>{when}</time>
        </span>
      </Link>
    </div>
  );
}
