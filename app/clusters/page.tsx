import type { Metadata } from 'next';
import { getApp } from '@/app/server';
import { ClusterList } from '@/components/clusters/cluster-list';
import { AppShell } from '@/components/shell/app-shell';
import { TopBar } from '@/components/shell/top-bar';
import { addCluster, removeCluster } from './actions';

export const metadata: Metadata = { title: 'Clusters' };

const actions = { addCluster, removeCluster };

/** The list of clusters, each checked while the page is open. */
export default async function ClustersPage() {
  const now = new Date().toISOString();
  const app = await getApp();
  return (
    <AppShell top={<TopBar />}>
      <ClusterList first={await app.clusters.list()} actions={actions} now={now} />
    </AppShell>
  );
}
