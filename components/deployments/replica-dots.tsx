import type { ReplicaInfo } from '@/lib/contracts/deployments';
import { REPLICA_LOOKS } from './deployment-look';
import styles from './replica-dots.module.css';

export interface ReplicaDotsProps {
  states: readonly ReplicaInfo['state'][];
}

/** Maximum of dots; the count beside them is exact. */
const MAX_SHOWN = 10;

/**
 * One dot for each replica, shaped by its state. Hidden from assistive technology, because the text beside it has the
 * count.
 */
export function ReplicaDots({ states }: ReplicaDotsProps) {
  if (states.length === 0) return null;
  return (
    <span className={styles.dots} aria-hidden>
      {states.slice(0, MAX_SHOWN).map((state, index) => (
        <i key={index} data-replica={state} title={REPLICA_LOOKS[state].word} />
      ))}
    </span>
  );
}

const LEGEND: readonly ReplicaInfo['state'][] = [
  'ready',
  'starting',
  'restarting',
  'draining',
  'pending',
  'failed',
];

/** The legend of `ReplicaDots`. */
export function ReplicaLegend() {
  return (
    <ul className={styles.legend} aria-label="Replica states">
      {LEGEND.map((state) => (
        <li key={state}>
          <ReplicaDots states={[state]} />
          {REPLICA_LOOKS[state].word.toLowerCase()}
        </li>
      ))}
    </ul>
  );
}
