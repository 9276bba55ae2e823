'use client';

import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '@/components/shell/page-header';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount, formatElapsed } from '@/components/ui/format';
import { useNow } from '@/components/ui/use-time';
import type { QueueInfo, Workers } from '@/lib/contracts/workers';
import { useAlive } from '../run/use-alive';
import { HealthNotice } from './health-notice';
import { fetchWorkers, workerKeys } from './queries';
import { WorkerRow } from './worker-row';
import styles from './workers.module.css';

export interface WorkerListProps {
  first: Workers;
}

const POLL_MS = 3000;

/** Every process that carries out runs, and what waits for them, kept up to date. */
export function WorkerList({ first }: WorkerListProps) {
  const isAlive = useAlive();
  const now = useNow(undefined);
  const list = useQuery({
    queryKey: workerKeys.list,
    queryFn: ({ signal }) => fetchWorkers(signal),
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
        // Narrower than its table it is scrolled sideways, also by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by Tab.
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
