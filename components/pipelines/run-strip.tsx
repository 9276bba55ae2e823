import Link from 'next/link';
import { formatDuration } from '@/components/ui/format';
import type { RunMark } from '@/lib/contracts/pipelines';
import { runStanding } from '../run/status';
import { STATUS_LOOKS } from '../ui/status';
import { VisuallyHidden } from '../ui/visually-hidden';
import styles from './run-strip.module.css';
import { barsOf, describeStrip, durationOf, STRIP_LENGTH } from './strip';

export interface RunStripProps {
  /** Newest first. */
  runs: readonly RunMark[];
  now: Date;
}

/** The last runs as bars: height is duration, colour and shape are status. Each leads to its run. */
export function RunStrip({ runs, now }: RunStripProps) {
  const bars = barsOf(runs, now);
  return (
    <div className={styles.strip}>
      <VisuallyHidden>{describeStrip(runs)}</VisuallyHidden>
      {Array.from({ length: STRIP_LENGTH - bars.length }, (_, index) => (
        <span key={index} className={styles.none} />
      ))}
      {bars.map(({ run, height }) => (
        // Out of the tab order: two dozen stops a row would bury the list. The last run has a link of its own.
        <Link
          key={run.id}
          href={`/runs/${run.id}`}
          prefetch={false}
          tabIndex={-1}
          aria-hidden
          title={`#${run.number} ${STATUS_LOOKS[runStanding(run)].word.toLowerCase()}, ${formatDuration(durationOf(run, now))}`}
          className={styles.slot}
        >
          <span data-status={runStanding(run)} className={styles.bar} style={{ height }} />
        </Link>
      ))}
    </div>
  );
}
