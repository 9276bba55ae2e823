import Link from 'next/link';
import { runPath } from '@/components/run-state/permalink';
import { displayStatus, isOpen } from '@/components/run-state/status';
import { Instant } from '@/components/run-state/times';
import { formatDuration, formatElapsed } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import { StatusBadge } from '@/components/ui/status';
import { useNow } from '@/components/ui/use-time';
import type { RunSummary } from '@/lib/contracts/runs';
import { runNote, TRIGGER_LOOKS, triggerText } from '../run/trigger';
import styles from './run-list.module.css';
import { sparkBars } from './run-spark';

export interface RunRowProps {
  run: RunSummary;
  /** Runs of the same pipeline, oldest first. */
  siblings: readonly RunSummary[];
  /** Whether the page is hydrated, so that the browser's clock may be read. */
  isAlive: boolean;
}

/** One run in the list of all runs. The whole row links to it. */
export function RunRow({ run, siblings, isAlive }: RunRowProps) {
  const isLive = isOpen(run.status);
  const now = useNow(isLive ? 'second' : undefined);
  const note = runNote(run);
  const bars = isAlive || !isLive ? sparkBars(run, siblings, now) : [];
  const focus = run.failedStep ? { step: run.failedStep, iteration: [], attempt: undefined } : undefined;
  return (
    <Link href={runPath(run.id, focus)} className={styles.row} prefetch={false}>
      <span className={styles.status}>
        <StatusBadge status={displayStatus(run)} quiet={displayStatus(run) === 'completed'} />
      </span>
      <span className={styles.number}>#{run.number}</span>
      <span className={styles.what}>
        <span className={styles.name}>
          {run.pipelineName}
          {run.pinned && (
            <span className={styles.kept} title="Excluded from automatic deletion">
              <Icon name="pin" size={12} />
              Pinned
            </span>
          )}
        </span>
        {note && (
          <span className={styles.failure} data-status={note.status} title={note.text}>
            {note.text}
          </span>
        )}
      </span>
      <span className={styles.trigger}>
        <Icon name={TRIGGER_LOOKS[run.trigger].icon} size={14} />
        {triggerText(run)}
      </span>
      <Instant at={run.createdAt} className={styles.when} />
      <span className={styles.spark} aria-hidden>
        {bars.map((bar, index) => (
          <i
            key={index}
            data-self={bar.isSelf || undefined}
            data-status={bar.isSelf ? displayStatus(run) : undefined}
            style={{ height: `${Math.max(10, bar.height * 100)}%` }}
          />
        ))}
      </span>
      <span className={styles.length}>{lengthText(run, isAlive ? now : undefined)}</span>
    </Link>
  );
}

function lengthText(run: RunSummary, now: number | undefined): string {
  if (run.durationMs !== null) return formatDuration(run.durationMs);
  return now === undefined ? '' : formatElapsed(now - Date.parse(run.startedAt ?? run.createdAt));
}
