'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { keyOf, queryFor } from '@/client/queries';
import type { ListedDeployment } from '@/lib/contracts/deployments';
import { deploymentEndpoints } from '@/lib/contracts/endpoints/deployments';
import { PageHeader } from '../shell/page-header';
import { ServingTabs } from '../shell/serving-tabs';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Notice } from '../ui/notice';
import { useToast } from '../ui/toast';
import { useNow } from '../ui/use-time';
import { DeployDialog } from './deploy-dialog';
import type { DeploymentActions } from './deployment-actions';
import { type Asking, DeploymentDialogs } from './deployment-dialogs';
import { DeploymentFigures } from './deployment-figures';
import { DeploymentFilters } from './deployment-filters';
import { deploymentHref, describeDeployments, isChanging } from './deployment-look';
import { DeploymentTable } from './deployment-table';
import { type DeploymentFilter, filterDeployments } from './filter';

export interface DeploymentListPageProps {
  first: { readonly deployments: readonly ListedDeployment[] };
  actions: DeploymentActions;
  /** When the server drew the page: ISO 8601. */
  now: string;
  /** Id of a model whose deploy dialog is initially open. */
  deploy?: string | undefined;
}

/** Polling interval while a deployment changes, and otherwise, in ms. */
const BUSY_MS = 1500;
const QUIET_MS = 5000;

/** The list of deployments, polled, with the actions on each of them. */
export function DeploymentListPage({ first, actions, now: serverNow, deploy }: DeploymentListPageProps) {
  const router = useRouter();
  const toast = useToast();
  const queries = useQueryClient();
  const now = new Date(useNow('slow', serverNow));
  const [asking, setAsking] = useState<Asking>();
  const [isDeploying, setIsDeploying] = useState(deploy !== undefined);
  const [filter, setFilter] = useState<DeploymentFilter>('all');
  const [query, setQuery] = useState('');
  const list = useQuery({
    ...queryFor(deploymentEndpoints.list, {}),
    initialData: first,
    refetchInterval: ({ state }) => (state.data?.deployments.some(isChanging) ? BUSY_MS : QUIET_MS),
  });
  const { deployments } = list.data;
  const shown = filterDeployments(deployments, { filter, query });
  const refresh = () => void queries.invalidateQueries({ queryKey: keyOf(deploymentEndpoints.list) });

  const deployButton = (
    <Button variant="primary" icon="plus" onClick={() => setIsDeploying(true)}>
      Deploy…
    </Button>
  );

  return (
    <>
      <PageHeader
        title="Deployments"
        actions={
          deployments.length > 0 && (
            <>
              <DeploymentFigures deployments={deployments} />
              {deployButton}
            </>
          )
        }
      >
        {describeDeployments(deployments)}
      </PageHeader>
      <ServingTabs here="deployments" />
      {list.error && (
        <Notice status="failed" title={`Deployments could not be loaded. ${list.error.message}`} alert>
          <Button size="sm" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {deployments.length === 0 ? (
        <EmptyState icon="server" title="No deployments yet" actions={deployButton}>
          A deployment answers inference requests with a model, at an endpoint of its own. Deploy a model
          here, or with the action <code>deployment_create</code> in a pipeline.
        </EmptyState>
      ) : (
        <>
          <DeploymentFilters {...{ deployments, filter, query }} onFilter={setFilter} onQuery={setQuery} />
          <DeploymentTable
            deployments={shown}
            now={now}
            onOpen={({ name }) => router.push(deploymentHref(name))}
            onAsk={setAsking}
            onClear={() => {
              setFilter('all');
              setQuery('');
            }}
          />
        </>
      )}
      <DeploymentDialogs
        asking={asking}
        actions={actions}
        onClose={() => setAsking(undefined)}
        onChanged={refresh}
      />
      {isDeploying && (
        <DeployDialog
          model={deploy}
          create={actions.createDeployment}
          onClose={() => setIsDeploying(false)}
          onDone={(name) => {
            setIsDeploying(false);
            refresh();
            toast({ title: `Deploying ${name}` });
          }}
        />
      )}
    </>
  );
}
