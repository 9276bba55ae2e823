'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '@/client/queries';
import type { MetricWindow } from '@/lib/contracts/deployment-metrics';
import type { DeploymentDetail } from '@/lib/contracts/deployments';
import { deploymentEndpoints } from '@/lib/contracts/endpoints/deployments';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { Segmented } from '../../ui/segmented';
import { useNow } from '../../ui/use-time';
import styles from './detail.module.css';
import { Lanes } from './lanes';
import { Panel } from './panel';
import { samplesOf } from './series';

export interface MetricsPanelProps {
  deployment: DeploymentDetail;
}

const WINDOWS = [
  { value: '15m', label: '15 min' },
  { value: '1h', label: '1 h' },
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 d' },
] as const;

const TITLES: Readonly<Record<MetricWindow, string>> = {
  '15m': 'Last 15 minutes',
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
};

/** Polling interval of the metrics, in ms. */
export const METRICS_MS = 5000;

/** Requests, latency, load and replicas of a deployment over a time window. */
export function MetricsPanel({ deployment }: MetricsPanelProps) {
  const { name } = deployment;
  const now = useNow('slow');
  const [window, setWindow] = useState<MetricWindow>('1h');
  const { data, error, refetch } = useQuery({
    ...queryFor(deploymentEndpoints.metrics, { name, window }),
    refetchInterval: METRICS_MS,
    placeholderData: (previous) => previous,
  });
  return (
    <Panel
      title={TITLES[window]}
      end={<Segmented label="Window" value={window} onValueChange={setWindow} segments={WINDOWS} />}
    >
      {error && (
        <Notice
          status="failed"
          title={`Metrics could not be loaded. ${error.message}`}
          className={styles.inset}
        >
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {!error && !data && (
        <p className={styles.none} role="status">
          Loading metrics…
        </p>
      )}
      {data && (
        <Lanes metrics={data} samples={samplesOf(data, now)} deployment={deployment} now={new Date(now)} />
      )}
    </Panel>
  );
}
