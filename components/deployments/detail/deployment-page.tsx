'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/client/api';
import { queryFor } from '@/client/queries';
import { useRenderedAnswer } from '@/client/use-rendered-answer';
import type { DeploymentDetail } from '@/lib/contracts/deployments';
import { deploymentEndpoints } from '@/lib/contracts/endpoints/deployments';
import { Button } from '../../ui/button';
import { clsx } from '../../ui/clsx';
import { Notice } from '../../ui/notice';
import { useNow } from '../../ui/use-time';
import { ChatPanel } from '../chat/chat-panel';
import type { DeploymentActions } from '../deployment-actions';
import { type Asking, DeploymentDialogs } from '../deployment-dialogs';
import { isChanging, requestModelOf } from '../deployment-look';
import { DeploymentGone } from './deployment-gone';
import { DeploymentHeader } from './deployment-header';
import styles from './detail.module.css';
import { EndpointBar } from './endpoint-bar';
import { EventList } from './event-list';
import { LimitPanel } from './limit-panel';
import { METRICS_MS, MetricsPanel } from './metrics-panel';
import { ReplicaTable } from './replica-table';

export interface DeploymentPageProps {
  first: DeploymentDetail;
  actions: DeploymentActions;
  /** When the server drew the page: ISO 8601. */
  now: string;
}

/** Polling interval while the deployment changes, and otherwise, in ms. */
const BUSY_MS = 1000;
const QUIET_MS = 5000;

/** The page of a deployment: replicas, limit, metrics and events, polled, with a chat. */
export function DeploymentPage({ first, actions, now: serverNow }: DeploymentPageProps) {
  const now = new Date(useNow('slow', serverNow));
  const [about, setAbout] = useState<Asking['about']>();
  const [apiKey, setApiKey] = useState('');
  const [isTrying, setIsTrying] = useState(true);
  const { name } = first;
  const query = queryFor(deploymentEndpoints.get, { name });
  useRenderedAnswer(query.queryKey, first, serverNow);
  const found = useQuery({
    ...query,
    initialData: first,
    refetchInterval: ({ state }) => {
      if (isGone(state.error)) return false;
      return isChanging(state.data ?? first) ? BUSY_MS : QUIET_MS;
    },
    retry: (count, error) => !isGone(error) && count < 1,
  });
  const hour = useQuery({
    ...queryFor(deploymentEndpoints.metrics, { name, window: '1h' }),
    refetchInterval: isGone(found.error) ? false : METRICS_MS,
  });
  const deployment = found.data;
  if (isGone(found.error)) return <DeploymentGone name={name} />;

  return (
    <div className={clsx(styles.work, !isTrying && styles.alone)}>
      <div className={styles.main}>
        <DeploymentHeader
          deployment={deployment}
          serverNow={serverNow}
          onAsk={setAbout}
          onTry={isTrying ? undefined : () => setIsTrying(true)}
        />
        {found.error && (
          <Notice status="failed" title={`${name} could not be loaded. ${found.error.message}`} alert>
            <Button size="sm" onClick={() => void found.refetch()}>
              Try again
            </Button>
          </Notice>
        )}
        {deployment.error && (
          <Notice status="failed" title="Why it failed">
            <pre className={styles.reason}>{deployment.error.message}</pre>
          </Notice>
        )}
        <EndpointBar deployment={deployment} actions={actions} onKey={setApiKey} />
        <MetricsPanel deployment={deployment} />
        <div className={styles.columns}>
          <div className={styles.column}>
            <ReplicaTable deployment={deployment} serverNow={serverNow} />
            <EventList events={deployment.events} now={now} />
          </div>
          <LimitPanel
            deployment={deployment}
            metrics={hour.data}
            now={now}
            onEdit={() => setAbout('limit')}
          />
        </div>
      </div>
      {isTrying && (
        <ChatPanel
          name={name}
          model={requestModelOf(deployment)}
          apiKey={apiKey}
          onApiKey={setApiKey}
          onClose={() => setIsTrying(false)}
        />
      )}
      <DeploymentDialogs
        asking={about && { about, deployment }}
        actions={actions}
        onClose={() => setAbout(undefined)}
        onChanged={() => void found.refetch()}
      />
    </div>
  );
}

/** Whether the deployment was deleted while its page was open. */
function isGone(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'not_found';
}
