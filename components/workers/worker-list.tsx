'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { queryFor } from '@/client/queries';
import { useRenderedAnswer } from '@/client/use-rendered-answer';
import { useAlive } from '@/components/run-state/use-alive';
import { PageHeader } from '@/components/shell/page-header';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatAgo, formatCount, formatElapsed } from '@/components/ui/format';
import { Icon, type IconName } from '@/components/ui/icon';
import { Notice } from '@/components/ui/notice';
import { useNow } from '@/components/ui/use-time';
import { systemEndpoints } from '@/lib/contracts/endpoints/system';
import type { HealthReason } from '@/lib/contracts/health';
import type { QueueInfo, WorkerInfo, Workers } from '@/lib/contracts/workers';
import styles from './workers.module.css';

export interface WorkerListProps {
  first: Workers;
  /** When the server rendered the page: ISO 8601. */
  now: string;
}

const POLL_MS = 3000;

/** Every process that executes runs, and the queue, kept up to date. */
export function WorkerList({ first, now: serverNow }: WorkerListProps) {
  const isAlive = useAlive();
  const now = useNow(undefined);
  const query = queryFor(systemEndpoints.workers, {});
  useRenderedAnswer(query.queryKey, first, serverNow);
  const list = useQuery({
    ...query,
    initialData: first,
    refetchInterval: POLL_MS,
  });
  const { workers, queue, reasons } = list.data;
  return (
    <>
      <PageHeader title="Workers">{headline(list.data)}</PageHeader>
      {list.error && (
        <p role="alert" className={styles.problem}>
          Workers could not be loaded. {list.error.message}{' '}
          <Button size="sm" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </p>
      )}
      <HealthNotice reasons={reasons} />
      <dl className={styles.queue} aria-label="Queue">
        {figures(queue).map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {workers.length === 0 ? (
        <EmptyState icon="server" title="No workers running">
          Runs are queued until a worker starts. Start one with <code>npm run worker</code> and the settings
          of this server, or restart this server without <code>PIPEWRIGHT_WORKER=off</code>.
        </EmptyState>
      ) : (
        // On narrow screens the table is scrolled horizontally, also by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable elements must be reachable by Tab.
        <section className={styles.scroll} aria-label="Workers" tabIndex={0}>
          <table className={styles.table}>
            <caption className={styles.caption}>Worker processes</caption>
            <thead>
              <tr>
                <th scope="col">Host</th>
                <th scope="col">Kind</th>
                <th scope="col">State</th>
                <th scope="col">Slots used</th>
                <th scope="col">Load</th>
                <th scope="col">Started</th>
              </tr>
            </thead>
            <tbody>
              {workers.map((worker) => (
                <WorkerRow key={worker.id} worker={worker} now={isAlive ? new Date(now) : undefined} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

function headline({ workers, queue }: Workers): string {
  const held = workers.reduce((sum, worker) => sum + worker.held, 0);
  return `${formatCount(workers.length, 'process', 'processes')}, ${formatCount(held, 'run')} active, ${queue.pending} queued`;
}

function figures(queue: QueueInfo): [string, string][] {
  return [
    ['Queued', String(queue.pending)],
    ['Running', String(queue.running)],
    ['Waiting', String(queue.waiting)],
    ['Paused', String(queue.paused)],
    ['Quarantined', String(queue.quarantined)],
    ['Longest time in queue', queue.pending === 0 ? 'None' : formatElapsed(queue.oldestPendingMs)],
  ];
}

interface HealthNoticeProps {
  reasons: readonly HealthReason[];
}

/** A notice that the server accepts no runs, with the reason. */
function HealthNotice({ reasons }: HealthNoticeProps) {
  if (reasons.length === 0) return null;
  return (
    <Notice
      status="failed"
      icon="warn"
      title="Degraded: no runs are accepted"
      alert
      className={styles.problem}
    >
      {reasons.map(({ code, message }) => (
        <p key={code}>{message}</p>
      ))}
    </Notice>
  );
}

interface WorkerRowProps {
  worker: WorkerInfo;
  /** Undefined until the page is hydrated: the server's clock may differ. */
  now: Date | undefined;
}

const STATE_ICONS: Record<WorkerInfo['state'], IconName> = {
  working: 'running',
  draining: 'stop',
  silent: 'warn',
};

/** One process: its host, state and runs. */
function WorkerRow({ worker, now }: WorkerRowProps) {
  const { host, pid, kind, version, state, held, slots, load, runs, startedAt } = worker;
  const more = held - runs.length;
  return (
    <tr>
      <th scope="row">
        {host} <span className={styles.faint}>process {pid}</span>
      </th>
      <td data-label="Kind">
        {kind === 'web' ? 'Web and worker' : 'Worker'} <span className={styles.faint}>{version}</span>
      </td>
      <td data-label="State">
        <span className={styles.state} data-state={state}>
          <Icon name={STATE_ICONS[state]} size={14} /> {stateText(worker)}
        </span>
      </td>
      <td data-label="Slots used">
        {held} of {slots}
        {runs.length > 0 && (
          <ul className={styles.runs}>
            {runs.map(({ id, number, pipelineName }) => (
              <li key={id}>
                <Link href={`/runs/${id}`}>
                  {pipelineName} #{number}
                </Link>
              </li>
            ))}
            {more > 0 && <li className={styles.faint}>and {more} more</li>}
          </ul>
        )}
      </td>
      <td data-label="Load">
        {load.cpuPercent} % CPU, {Math.round(load.rssBytes / 1024 ** 2)} MB
        <br />
        <span className={styles.faint}>{formatCount(load.stepsPerMinute, 'step')} in the last minute</span>
      </td>
      <td data-label="Started">
        <time dateTime={startedAt}>{now ? formatAgo(new Date(startedAt), now) : '…'}</time>
      </td>
    </tr>
  );
}

function stateText({ state, silentMs }: WorkerInfo): string {
  if (state === 'working') return 'Working';
  if (state === 'draining') return 'Draining: accepts no new runs';
  return `No heartbeat for ${formatElapsed(silentMs)}`;
}
