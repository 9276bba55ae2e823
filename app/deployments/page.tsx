import type { Metadata } from 'next';
import { getApp } from '@/app/server';
import { DeploymentListPage } from '@/components/deployments/deployment-list';
import { AppShell } from '@/components/shell/app-shell';
import { TopBar } from '@/components/shell/top-bar';
import { deploymentActions } from './deployment-actions';

export const metadata: Metadata = { title: 'Deployments' };

/** The list of deployments. `?deploy=<model id>` opens the form for a deployment of this model. */
export default async function DeploymentsPage({ searchParams }: PageProps<'/deployments'>) {
  const now = new Date().toISOString();
  const app = await getApp();
  const { deploy } = await searchParams;
  return (
    <AppShell top={<TopBar />}>
      <DeploymentListPage
        first={await app.deployments.list()}
        actions={deploymentActions}
        now={now}
        deploy={typeof deploy === 'string' ? deploy : undefined}
      />
    </AppShell>
  );
}
