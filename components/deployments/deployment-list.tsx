'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { keyOf, queryFor, readAgain } from '@/client/queries';
import { useRenderedAnswer } from '@/client/use-rendered-answer';
import type { ActivityWindow, DeploymentList } from '@/lib/contracts/deployments';
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
import { EVERY_DEPLOYMENT, filterDeployments } from './filter';
import { useActivity } from './use-activity';

export interface DeploymentListPageProps {
  /** The list with the activity of the last hour. */
  first: DeploymentList;
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
  const [selection, setSelection] = useState(EVERY_DEPLOYMENT);
  const [wanted, setWanted] = useState<ActivityWindow>('1h');
  const query = queryFor(deploymentEndpoints.list, {});
  useRenderedAnswer(query.queryKey, first, serverNow);
  const list = useQuery({
    ...query,
    initialData: first,
    refetchInterval: ({ state }) => (state.data?.deployments.some(isChanging) ? BUSY_MS : QUIET_MS),
  });
  const { deployments, window, error } = useActivity(list, wanted);
  const shown = filterDeployments(deployments, selection);
  const refresh = () => void readAgain(queries, keyOf(deploymentEndpoints.list));

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
              <DeploymentFigures deployments={deployments} window={window} />
              {deployButton}
            </>
          )
        }
      >
        {describeDeployments(deployments)}
      </PageHeader>
      <ServingTabs here="deployments" />
      {error && (
        <Notice status="failed" title={`Deployments could not be loaded. ${error.message}`} alert>
          <Button size="sm" onClick={refresh}>
            Try again
          </Button>
        </Notice>
      )}
      {deployments.length === 0 ? (
        <EmptyState icon="server" title="No deployments yet" actions={deployButton}>
          A deployment serves a model at its own endpoint. Deploy a model here, or with the action{' '}
          <code>deployment_create</code> in a pipeline.
        </EmptyState>
      ) : (
        <>
          <DeploymentFilters
            {...{ deployments, selection }}
            window={wanted}
            onSelect={setSelection}
            onWindow={setWanted}
          />
          <DeploymentTable
            deployments={shown}
            window={window}
            now={now}
            onOpen={({ name }) => router.push(deploymentHref(name))}
            onAsk={setAsking}
            onClear={() => setSelection(EVERY_DEPLOYMENT)}
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
