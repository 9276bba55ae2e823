'use client';

import { type PointerEvent, useState } from 'react';
import type { DeploymentMetrics } from '@/lib/contracts/deployment-metrics';
import type { DeploymentDetail } from '@/lib/contracts/deployments';
import { formatDuration, formatMoment } from '../../ui/format';
import { rateText } from '../rate-text';
import { ChartFlags } from './chart-flags';
import styles from './charts.module.css';
import { Lane } from './lane';
import { MetricsTable } from './metrics-table';
import { marksOf, type Sample } from './series';

export interface LanesProps {
  metrics: DeploymentMetrics;
  /** At least one sample. */
  samples: readonly Sample[];
  deployment: Pick<DeploymentDetail, 'events' | 'replicas' | 'ready_replicas'>;
  now: Date;
}

/** The charts of a deployment, with one shared time axis. */
export function Lanes({ metrics, samples, deployment, now }: LanesProps) {
  const [at, setAt] = useState<number>();
  const shown = at === undefined ? undefined : samples[at];
  const { totals } = metrics;
  // The last sample is incomplete.
  const latest = samples.at(-2) ?? samples.at(-1);
  const rate = (shown ?? latest)?.requestsPerSecond ?? 0;
  const p99 = shown ? shown.p99 : totals.latency_p99_ms;
  const p50 = shown ? shown.p50 : totals.latency_p50_ms;
  const limited = shown?.limited ?? totals.limited;

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const plot = event.currentTarget.querySelector('svg')?.getBoundingClientRect();
    if (!plot || plot.width === 0) return;
    const index = Math.floor(((event.clientX - plot.left) / plot.width) * samples.length);
    setAt(index >= 0 && index < samples.length ? index : undefined);
  }

  return (
    <>
      <div className={styles.lanes} onPointerMove={onPointerMove} onPointerLeave={() => setAt(undefined)}>
        <Lane
          label="Requests/s"
          value={rateText(rate)}
          detail={`${limited.toLocaleString('en')} × 429`}
          values={samples.map((sample) => sample.requestsPerSecond)}
          samples={samples}
          topText={rateText}
          filled
          at={at}
        />
        <Lane
          label="Latency"
          value={durationText(p99)}
          detail={`p99 · p50 ${durationText(p50)}`}
          values={samples.map((sample) => sample.p99)}
          second={samples.map((sample) => sample.p50)}
          topText={formatDuration}
          at={at}
        />
        <Lane
          label="In flight"
          value={String(shown?.inFlight ?? metrics.now.in_flight)}
          detail={shown ? 'peak' : `${metrics.now.queued} queued`}
          values={samples.map((sample) => sample.inFlight)}
          topText={String}
          filled
          at={at}
        />
        <Lane
          label="Replicas ready"
          value={String((shown ? shown.ready : deployment.ready_replicas) ?? '–')}
          detail={`of ${deployment.replicas} requested`}
          values={samples.map((sample) => sample.ready)}
          topText={String}
          at={at}
        />
        <ChartFlags marks={marksOf(deployment.events, samples)} />
        <p className={styles.axis} aria-hidden>
          <span>{timeText(samples.at(0), now)}</span>
          {shown && <b>{timeText(shown, now)}</b>}
          <span>{timeText(samples.at(-1), now)}</span>
        </p>
      </div>
      <MetricsTable samples={samples} now={now} />
    </>
  );
}

function timeText(sample: Sample | undefined, now: Date): string {
  return sample ? formatMoment(sample.at, now) : '';
}

function durationText(ms: number | null): string {
  return ms === null ? '–' : formatDuration(ms);
}
