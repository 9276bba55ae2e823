'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { queryFor } from '@/client/queries';
import { clusterEndpoints } from '@/lib/contracts/endpoints/clusters';
import { deploymentEndpoints } from '@/lib/contracts/endpoints/deployments';
import { modelEndpoints } from '@/lib/contracts/endpoints/models';
import { Count } from '../ui/count';
import styles from './serving-tabs.module.css';

export interface ServingTabsProps {
  here: 'models' | 'deployments' | 'clusters';
}

/** The lists of models, deployments and clusters, each with how many there are. */
export function ServingTabs({ here }: ServingTabsProps) {
  const models = useQuery(queryFor(modelEndpoints.list, {}));
  const deployments = useQuery(queryFor(deploymentEndpoints.list, {}));
  const clusters = useQuery(queryFor(clusterEndpoints.list, {}));
  const tabs = [
    { page: 'models', label: 'Models', count: models.data?.models.length },
    { page: 'deployments', label: 'Deployments', count: deployments.data?.deployments.length },
    { page: 'clusters', label: 'Clusters', count: clusters.data?.clusters.length },
  ];
  return (
    <nav aria-label="Models, deployments and clusters" className={styles.tabs}>
      {tabs.map(({ page, label, count }) => (
        <Link
          key={page}
          href={`/${page}`}
          aria-current={page === here ? 'page' : undefined}
          className={styles.tab}
        >
          {label}
          {count !== undefined && <Count value={count} />}
        </Link>
      ))}
    </nav>
  );
}
