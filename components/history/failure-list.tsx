'use client';

import Link from 'next/link';
import { NO_FOCUS, runPath } from '@/components/run-state/permalink';
import { Count } from '@/components/ui/count';
import type { HistoryFigures } from '@/lib/contracts/history';
import { failureSearch, type SearchedGroup } from '@/lib/contracts/run-search/failure-search';
import styles from './history.module.css';

export interface FailureListProps {
  pipelineId: string;
  failures: HistoryFigures['failures'];
}

/** Groups that are listed. */
const MOST_GROUPS = 20;
/** Runs of a group that are linked. */
const MOST_RUNS = 5;

/** Failures with the same message, apart from numbers and names, the most frequent first. */
export function FailureList({ pipelineId, failures }: FailureListProps) {
  const total = failures.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-label="Failures" className={styles.panel}>
      <h2 className={styles.heading}>
        Failures <Count value={total} />
      </h2>
      <p className={styles.note}>
        {total === 0 ? 'No run failed.' : 'Grouped by message without numbers, IDs and quoted values.'}
      </p>
      <ul className={styles.list}>
        {failures.slice(0, MOST_GROUPS).map(({ step, pattern, example, count, runs }) => (
          <li key={`${step} ${pattern}`} className={styles.group}>
            <code className={styles.pattern} title={example}>
              {pattern}
            </code>
            <Count value={count} status="failed" />
            <span className={styles.where}>
              {step !== null && <code>{step}</code>}
              {runs.slice(0, MOST_RUNS).map((run) => (
                <Link
                  key={run.id}
                  href={runPath(run.id, step === null ? NO_FOCUS : { ...NO_FOCUS, step })}
                  prefetch={false}
                >
                  #{run.number}
                </Link>
              ))}
              {count > MOST_RUNS && <span>and {count - MOST_RUNS} more</span>}
              <Link href={groupPath(pipelineId, { step, pattern })} prefetch={false} className={styles.all}>
                Show runs
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The runs of a group, on the page of all runs. */
function groupPath(pipeline: string, group: SearchedGroup): string {
  return `/runs?${new URLSearchParams({ pipeline, search: failureSearch(group) })}`;
}
