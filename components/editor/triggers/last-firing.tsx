'use client';

import { formatAgo } from '@/components/ui/format';
import { StatusBadge } from '@/components/ui/status-badge';
import { useNow } from '@/components/ui/use-time';
import type { TriggerFiring } from '@/lib/contracts/triggers';
import { OUTCOME_LOOKS } from './model/looks';
import { whyNot } from './model/trigger-words';
import { RunLink } from './run-link';
import styles from './triggers.module.css';

export interface LastFiringProps {
  firing: TriggerFiring | null;
}

/** What came of the last occasion: the run, or why there is none. */
export function LastFiring({ firing }: LastFiringProps) {
  const now = useNow(firing === null ? undefined : 'second');
  if (firing === null) return <span className={styles.quiet}>no deliveries yet</span>;
  const { outcome, run, at } = firing;
  const { status, word } = OUTCOME_LOOKS[outcome];
  return (
    <>
      <span className={styles.first}>
        {run ? (
          <RunLink run={run} />
        ) : (
          <StatusBadge status={status} quiet>
            {word}
          </StatusBadge>
        )}
      </span>
      <span className={styles.second} title={whyNot(firing)}>
        <time dateTime={at}>{formatAgo(new Date(at), new Date(now))}</time>
        {outcome !== 'started' && ` · ${whyNot(firing)}`}
      </span>
    </>
  );
}
