import Link from 'next/link';
import { formatAgo, formatCount, formatElapsed } from '@/components/ui/format';
import { Icon, type IconName } from '@/components/ui/icon';
import type { WorkerInfo } from '@/lib/contracts/workers';
import styles from './workers.module.css';

export interface WorkerRowProps {
  worker: WorkerInfo;
  /** Undefined until the page is alive: the server's clock may differ. */
  now: Date | undefined;
}

const STATE_ICONS: Record<WorkerInfo['state'], IconName> = {
  working: 'running',
  draining: 'stop',
  silent: 'warn',
};

/** One process: where it is, how it is, and what it has in hand. */
export function WorkerRow({ worker, now }: WorkerRowProps) {
  const { host, pid, kind, version, state, held, slots, load, runs, startedAt } = worker;
  const more = held - runs.length;
  return (
    <tr>
      <th scope="row">
        {host} <span className={styles.faint}>process {pid}</span>
      </th>
      <td>
        {kind === 'web' ? 'Web and worker' : 'Worker'} <span className={styles.faint}>{version}</span>
      </td>
      <td>
        <span className={styles.state} data-state={state}>
          <Icon name={STATE_ICONS[state]} size={14} /> {stateText(worker)}
        </span>
      </td>
      <td>
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
      <td>
        {load.cpuPercent} % CPU, {Math.round(load.rssBytes / 1024 ** 2)} MB
        <br />
        <span className={styles.faint}>{formatCount(load.stepsPerMinute, 'step')} in the last minute</span>
      </td>
      <td>
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
