'use client';

import { Fragment, useState } from 'react';
import type { DeploymentDetail, ReplicaInfo } from '@/lib/contracts/deployments';
import { Count } from '../../ui/count';
import { formatBytes, formatElapsed } from '../../ui/format';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { useNow } from '../../ui/use-time';
import { REPLICA_LOOKS } from '../deployment-look';
import styles from './detail.module.css';
import { Panel } from './panel';

export interface ReplicaTableProps {
  deployment: DeploymentDetail;
  /** When the server drew the page: ISO 8601. */
  serverNow: string;
}

/** The replicas with their resource use and, on request, the last lines of their log. */
export function ReplicaTable({ deployment, serverNow }: ReplicaTableProps) {
  const now = useNow('second', serverNow);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { replica_list: replicas, resources } = deployment;
  const toggle = (id: string) =>
    setOpen((known) => new Set(known.has(id) ? [...known].filter((one) => one !== id) : [...known, id]));
  return (
    <Panel title="Replicas" start={<Count value={replicas.length} />}>
      {replicas.length === 0 ? (
        <p className={styles.none}>No replicas. Scale the deployment to start some.</p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table} aria-label="Replicas">
            <thead>
              <tr>
                <th scope="col">State</th>
                <th scope="col">Replica and node</th>
                <th scope="col">
                  Memory{resources.memory_gb === undefined ? '' : ` of ${resources.memory_gb} GB`}
                </th>
                <th scope="col" className={styles.number}>
                  CPU
                </th>
                <th scope="col" className={styles.number}>
                  Restarts
                </th>
                <th scope="col" className={styles.number}>
                  Uptime
                </th>
                <th scope="col" className={styles.number}>
                  Log
                </th>
              </tr>
            </thead>
            <tbody>
              {replicas.map((replica) => (
                <Fragment key={replica.id}>
                  <ReplicaRow
                    replica={replica}
                    memoryGb={resources.memory_gb}
                    now={now}
                    isOpen={open.has(replica.id)}
                    onToggle={() => toggle(replica.id)}
                  />
                  {open.has(replica.id) && (
                    <tr>
                      <td colSpan={7}>
                        <pre className={styles.log}>{replica.message ?? ''}</pre>
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

interface ReplicaRowProps {
  replica: ReplicaInfo;
  memoryGb: number | undefined;
  now: number;
  isOpen: boolean;
  onToggle: () => void;
}

function ReplicaRow({ replica, memoryGb, now, isOpen, onToggle }: ReplicaRowProps) {
  const { id, state, node, pid, cpu, restarts, message, memory_bytes: memory, ready_at: readyAt } = replica;
  const look = REPLICA_LOOKS[state];
  const shortId = id.slice(-6);
  return (
    <tr>
      <td>
        <span className={styles.state} data-status={look.status}>
          <Icon name={look.icon} size={14} />
          {look.word}
        </span>
      </td>
      <th scope="row">
        <code title={id}>{shortId}</code> {node}
        {pid !== null && <span className={styles.faint}> pid {pid}</span>}
      </th>
      <td>
        {memory !== null && memoryGb !== undefined && (
          <span className={styles.bar} aria-hidden>
            <i style={{ width: `${Math.min(100, memory / (memoryGb * 1e7))}%` }} />
          </span>
        )}
        {memory === null ? '–' : formatBytes(memory)}
      </td>
      <td className={styles.number}>{cpu === null ? '–' : cpu.toFixed(1)}</td>
      <td className={styles.number} data-status={restarts > 0 ? 'retrying' : undefined}>
        <span className={restarts > 0 ? styles.warned : undefined}>{restarts}</span>
      </td>
      <td className={styles.number}>{readyAt === null ? '–' : formatElapsed(now - Date.parse(readyAt))}</td>
      <td className={styles.number}>
        <IconButton
          icon="log"
          size="sm"
          label={message === null ? `No log lines of ${shortId}` : `Last log lines of ${shortId}`}
          disabled={message === null}
          aria-expanded={isOpen}
          onClick={onToggle}
        />
      </td>
    </tr>
  );
}
