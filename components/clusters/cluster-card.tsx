'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryFor } from '@/client/queries';
import { Button } from '@/components/ui/button';
import { CategoryIcon } from '@/components/ui/category';
import { formatAgo } from '@/components/ui/format';
import { Notice } from '@/components/ui/notice';
import { type Status, StatusBadge } from '@/components/ui/status';
import { Tag } from '@/components/ui/tag';
import { useNow } from '@/components/ui/use-time';
import type { ClusterCheck, ClusterHealthInfo, ClusterSummary } from '@/lib/contracts/clusters';
import { clusterEndpoints } from '@/lib/contracts/endpoints/clusters';
import { ClusterDeployments } from './cluster-deployments';
import styles from './clusters.module.css';
import { HealthView } from './health-view';

export interface ClusterCardProps {
  cluster: ClusterSummary;
  /** Additional buttons, such as a menu. */
  children?: ReactNode;
}

/** How often a page checks each cluster, in ms. */
const POLL_MS = 15_000;

/** The state of one cluster, checked regularly while the page is open. */
export function ClusterCard({ cluster, children }: ClusterCardProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...queryFor(clusterEndpoints.health, { id: cluster.id }),
    refetchInterval: POLL_MS,
    retry: false,
  });
  const now = useNow(undefined);
  const problem = error?.message ?? data?.problem ?? undefined;
  return (
    <section id={cluster.id} aria-label={`Cluster ${cluster.id}`} className={styles.card}>
      <header className={styles.head}>
        <CategoryIcon category="cluster" icon="cpu" size="md" />
        <div className={styles.title}>
          <div className={styles.names}>
            <h2>{cluster.id}</h2>
            <CheckBadge check={data} problem={problem} />
            <Tag>{kindOf(cluster, data?.health ?? undefined)}</Tag>
          </div>
          <p className={styles.facts}>
            {placeOf(cluster)}
            {data && ` · checked ${formatAgo(new Date(data.checkedAt), new Date(now))}`}
          </p>
        </div>
        <Button size="sm" icon="retrying" busy={isFetching} onClick={() => void refetch()}>
          Check now
        </Button>
        {children}
      </header>
      {problem !== undefined && (
        <div className={styles.problem}>
          <Notice status="failed" title="The check failed">
            {problem}
          </Notice>
        </div>
      )}
      {problem === undefined && data?.health && <HealthView cluster={cluster} health={data.health} />}
      {problem === undefined && data === undefined && (
        <p className={styles.waiting} role="status">
          Checking {cluster.id}…
        </p>
      )}
      <ClusterDeployments cluster={cluster.id} />
    </section>
  );
}

function placeOf({ provider, server }: ClusterSummary): string {
  if (server !== null) return server;
  return provider === 'local' ? 'the machine of this server' : 'the cluster that this server runs in';
}

function kindOf({ provider }: ClusterSummary, health: ClusterHealthInfo | undefined): string {
  if (provider === 'local') return 'always available';
  return health?.version === undefined ? 'Kubernetes' : `Kubernetes ${health.version}`;
}

const LOOKS: Readonly<
  Record<ClusterHealthInfo['status'], { readonly status: Status; readonly word: string }>
> = {
  healthy: { status: 'completed', word: 'Healthy' },
  degraded: { status: 'stale', word: 'Degraded' },
  unhealthy: { status: 'failed', word: 'Unhealthy' },
};

function CheckBadge({ check, problem }: { check: ClusterCheck | undefined; problem: string | undefined }) {
  if (problem !== undefined) return <StatusBadge status="unknown">Unknown</StatusBadge>;
  if (!check?.health) return <StatusBadge status="pending">Checking</StatusBadge>;
  const { status, word } = LOOKS[check.health.status];
  return <StatusBadge status={status}>{word}</StatusBadge>;
}
