import type { DeploymentSummary } from '@/lib/contracts/deployments';
import { Icon } from '../ui/icon';
import { lookOf, replicaText } from './deployment-look';
import styles from './deployments.module.css';
import { ReplicaDots } from './replica-dots';

export interface ReplicaLineProps {
  deployment: DeploymentSummary;
}

/** The state of a deployment in a list: glyph and word, and below them the replicas. */
export function ReplicaLine({ deployment }: ReplicaLineProps) {
  const look = lookOf(deployment);
  return (
    <>
      <p className={styles.state} data-status={look.status}>
        <Icon name={look.icon} size={14} />
        {look.word}
      </p>
      <p className={styles.quiet}>
        <ReplicaDots states={deployment.replica_states} />
        <span className={styles.cut} title={deployment.error?.message}>
          {replicaText(deployment)}
        </span>
      </p>
    </>
  );
}
