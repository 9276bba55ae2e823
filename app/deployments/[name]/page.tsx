import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { found, getApp } from '@/app/server';
import { deploymentHref } from '@/components/deployments/deployment-look';
import { DeploymentPage as DeploymentView } from '@/components/deployments/detail/deployment-page';
import { AppShell } from '@/components/shell/app-shell';
import { TopBar } from '@/components/shell/top-bar';
import { deploymentActions } from '../deployment-actions';

export async function generateMetadata({ params }: PageProps<'/deployments/[name]'>): Promise<Metadata> {
  const { name } = await params;
  return { title: name };
}

/** The page of a deployment. A URL with the id, which steps know, redirects to the one with the name. */
export default async function DeploymentPage({ params }: PageProps<'/deployments/[name]'>) {
  const { name } = await params;
  const app = await getApp();
  const deployment = await found(app.deployments.get({ name: name }));
  if (deployment.name !== name) redirect(deploymentHref(deployment.name));
  return (
    <AppShell
      layout="canvas"
      top={<TopBar crumbs={[{ label: 'Deployments', href: '/deployments' }, { label: name }]} />}
    >
      <DeploymentView
        key={deployment.id}
        first={deployment}
        actions={deploymentActions}
        now={new Date().toISOString()}
      />
    </AppShell>
  );
}
