'use client';

import { useState } from 'react';
import type { DeploymentKey } from '@/lib/contracts/deployments';
import { Button } from '../../ui/button';
import { formatAgo } from '../../ui/format';
import { useNow } from '../../ui/use-time';
import { VisuallyHidden } from '../../ui/visually-hidden';
import styles from './detail.module.css';

export interface KeyTableProps {
  keys: readonly DeploymentKey[];
  isBusy: boolean;
  onRevoke: (id: string) => void;
}

/** API keys with their last use. Revoking a key requires confirmation by a second press. */
export function KeyTable({ keys, isBusy, onRevoke }: KeyTableProps) {
  const now = useNow('slow');
  const [asked, setAsked] = useState<string>();
  if (keys.length === 0) return <p className={styles.none}>No API keys yet.</p>;
  return (
    <table className={styles.table} aria-label="API keys">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Key</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map(
          ({ id, name, prefix, created_at: createdAt, last_used_at: usedAt, revoked_at: revokedAt }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>
                <code>{prefix}…</code>
              </td>
              <td>{formatAgo(createdAt, now)}</td>
              <td>{usedAt === null ? 'never' : formatAgo(usedAt, now)}</td>
              <td className={styles.number}>
                {revokedAt !== null && `revoked ${formatAgo(revokedAt, now)}`}
                {revokedAt === null && asked !== id && (
                  <Button
                    size="sm"
                    variant="quiet"
                    aria-label={`Revoke ${name}…`}
                    onClick={() => setAsked(id)}
                  >
                    Revoke…
                  </Button>
                )}
                {revokedAt === null && asked === id && (
                  <Button
                    autoFocus
                    size="sm"
                    variant="primary"
                    busy={isBusy}
                    aria-label={`Revoke ${name}: requests with it are refused from now on`}
                    onClick={() => onRevoke(id)}
                  >
                    Revoke now
                  </Button>
                )}
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
