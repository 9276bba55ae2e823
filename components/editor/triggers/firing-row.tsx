'use client';

import { formatExactly, formatInstant, formatLate } from '@/components/ui/format';
import { StatusBadge } from '@/components/ui/status-badge';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import type { TriggerFiring } from '@/lib/contracts/triggers';
import styles from './firing-list.module.css';
import { OUTCOME_LOOKS } from './model/looks';
import { whyNot } from './model/trigger-words';
import { ownZone } from './model/zones';
import { RunLink } from './run-link';

export interface FiringRowProps {
  firing: TriggerFiring;
  /** The zone that due times are meant in. @default the reader's own */
  zone: string | undefined;
}

/** One occasion: when it was due and when it came, what was started or why nothing. */
export function FiringRow({ firing, zone }: FiringRowProps) {
  const { outcome, at, dueAt, run } = firing;
  const { status, word } = OUTCOME_LOOKS[outcome];
  const own = ownZone();
  const why = whyNot(firing);
  return (
    <li className={styles.row}>
      <span className={styles.outcome}>
        <StatusBadge status={status} quiet>
          {word}
        </StatusBadge>
      </span>
      <span className={styles.when}>
        <VisuallyHidden>{dueAt === null ? 'at ' : 'due '}</VisuallyHidden>
        <time dateTime={dueAt ?? at} title={`${formatInstant(at)}, ${own}`}>
          {formatExactly(dueAt ?? at, dueAt === null ? own : (zone ?? own))}
        </time>
        {dueAt !== null && <span className={styles.late}>{formatLate(at, dueAt)}</span>}
      </span>
      <span className={styles.came}>
        {run && <RunLink run={run} />}
        {!run && outcome === 'started' && <span className={styles.why}>The run was deleted.</span>}
        {why && <span className={styles.why}>{why}</span>}
      </span>
    </li>
  );
}
