'use client';

import Link from 'next/link';
import type { DeploymentSummary } from '@/lib/contracts/deployments';
import { deploymentHref, lookOf } from '../deployments/deployment-look';
import { ReplicaDots } from '../deployments/replica-dots';
import { useDeployments } from '../deployments/use-deployments';
import { formatBytes, formatCount } from '../ui/format';
import { Icon } from '../ui/icon';
import styles from './cluster-deployments.module.css';
import { reservedBy } from './reserved';

export interface ClusterDeploymentsProps {
  /** Name of the cluster. */
  cluster: string;
}

/** The deployments of a cluster and their reserved resources; renders nothing without deployments. */
export function ClusterDeployments({ cluster }: ClusterDeploymentsProps) {
  const deployments = useDeployments().filter(({ cluster_id: id }) => id === cluster);
  if (deployments.length === 0) return null;
  return (
    <div className={styles.deployments}>
      <h3>
        Deployments <span>{deployments.length}</span>
      </h3>
      <ul aria-label={`Deployments of ${cluster}`}>
        {deployments.map((deployment) => {
          const look = lookOf(deployment);
          return (
            <li key={deployment.id}>
              <Link href={deploymentHref(deployment.name)}>{deployment.name}</Link>
              <span className={styles.state} data-status={look.status}>
                <Icon name={look.icon} size={12} />
                {look.word}
              </span>
              <ReplicaDots states={deployment.replica_states} />
              <span className={styles.count}>
                {deployment.ready_replicas} of {deployment.replicas} ready
              </span>
            </li>
          );
        })}
      </ul>
      <p className={styles.count}>Reserved: {reservedText(deployments)}</p>
    </div>
  );
}

/** The sum of the reserved resources. */
function reservedText(deployments: readonly DeploymentSummary[]): string {
  const { cpu, memory, gpu } = reservedBy(deployments);
  return `${Math.round(cpu * 10) / 10} cores, ${formatBytes(Math.round(memory))}, ${formatCount(gpu, 'GPU')}`;
}
