'use client';

import Link from 'next/link';
import type { DeploymentSummary } from '@/lib/contracts/deployments';
import { deploymentHref, lookOf } from '../deployments/deployment-look';
import { useDeployments } from '../deployments/use-deployments';
import { formatBytes } from '../ui/format';
import { Icon } from '../ui/icon';
import styles from './cluster-deployments.module.css';

export interface ClusterDeploymentsProps {
  /** Name of the cluster. */
  cluster: string;
}

/** The deployments of a cluster, and what they reserve of it; nothing without deployments. */
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

/** What all replicas reserve together; deployments without stated resources reserve nothing. */
function reservedText(deployments: readonly DeploymentSummary[]): string {
  const sum = (of: (deployment: DeploymentSummary) => number) =>
    deployments.reduce((total, deployment) => total + of(deployment) * deployment.replicas, 0);
  const cores = sum(({ resources }) => resources.cpu_cores ?? 0);
  const memory = sum(({ resources }) => resources.memory_gb ?? 0);
  const gpus = sum(({ resources }) => resources.gpu_count);
  return `${Math.round(cores * 10) / 10} cores, ${formatBytes(Math.round(memory * 1e9))}, ${gpus} GPUs`;
}
