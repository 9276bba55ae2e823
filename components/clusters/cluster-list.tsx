'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '@/client/queries';
import { useRenderedAnswer } from '@/client/use-rendered-answer';
import { PageHeader } from '@/components/shell/page-header';
import { ServingTabs } from '@/components/shell/serving-tabs';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { useToast } from '@/components/ui/toast';
import { useKeptFocus } from '@/components/ui/use-kept-focus';
import type { ClusterSummary } from '@/lib/contracts/clusters';
import { clusterEndpoints } from '@/lib/contracts/endpoints/clusters';
import { AddClusterDialog } from './add-cluster-dialog';
import { CapacityLegend } from './capacity-bar';
import type { ClusterActions } from './cluster-actions';
import { ClusterCard } from './cluster-card';
import { ClusterFigures } from './cluster-figures';
import styles from './clusters.module.css';
import { RemoveClusterDialog } from './remove-cluster-dialog';

export interface ClusterListProps {
  first: { readonly clusters: readonly ClusterSummary[] };
  actions: ClusterActions;
  /** When the server rendered the page: ISO 8601. */
  now: string;
}

type Asking = { readonly about: 'add' } | { readonly about: 'remove'; readonly id: string };

/** The list of clusters with their states and actions. */
export function ClusterList({ first, actions, now }: ClusterListProps) {
  const toast = useToast();
  const [asking, setAsking] = useState<Asking>();
  const query = queryFor(clusterEndpoints.list, {});
  const rendered = { clusters: [...first.clusters] };
  useRenderedAnswer(query.queryKey, rendered, now);
  const list = useQuery({ ...query, initialData: rendered });
  const addRef = useKeptFocus(list.data.clusters);
  const close = () => setAsking(undefined);

  function done(title: string) {
    close();
    void list.refetch();
    toast({ title });
  }

  return (
    <>
      <PageHeader
        title="Clusters"
        actions={
          <>
            <ClusterFigures clusters={list.data.clusters} />
            <Button ref={addRef} variant="primary" icon="plus" onClick={() => setAsking({ about: 'add' })}>
              Add cluster
            </Button>
          </>
        }
      >
        Where deployments run. Each cluster is checked every 15 s.
      </PageHeader>
      <ServingTabs here="clusters" />
      <CapacityLegend />
      {list.error && (
        <p role="alert" className={styles.refused}>
          Clusters could not be loaded. {list.error.message}{' '}
          <Button size="sm" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </p>
      )}
      <ul className={styles.list} aria-label="Clusters">
        {list.data.clusters.map((cluster) => (
          <li key={cluster.id}>
            <ClusterCard cluster={cluster}>
              {cluster.provider !== 'local' && (
                <Menu align="end" trigger={<IconButton icon="more" label={`More for ${cluster.id}`} />}>
                  <MenuItem icon="trash" onSelect={() => setAsking({ about: 'remove', id: cluster.id })}>
                    Remove cluster…
                  </MenuItem>
                </Menu>
              )}
            </ClusterCard>
          </li>
        ))}
      </ul>
      {asking?.about === 'add' && (
        <AddClusterDialog actions={actions} onClose={close} onDone={(id) => done(`Added ${id}`)} />
      )}
      {asking?.about === 'remove' && (
        <RemoveClusterDialog
          id={asking.id}
          remove={() => actions.removeCluster(asking.id)}
          onClose={close}
          onDone={() => done(`Removed ${asking.id}`)}
        />
      )}
    </>
  );
}
