'use client';

import { useState } from 'react';
import type { Answer } from '@/lib/contracts/errors';
import type { SecretSummary } from '@/lib/contracts/secrets';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { formatCount } from '../ui/format';
import { Notice } from '../ui/notice';
import styles from './dialog.module.css';
import { useSending } from './use-sending';

export interface DeleteSecretDialogProps {
  secret: SecretSummary;
  onClose: () => void;
  remove: () => Promise<Answer>;
  onDone: () => void;
}

/** Asks before a secret is deleted, and names the pipelines that will fail without it. */
export function DeleteSecretDialog({ secret, onClose, remove, onDone }: DeleteSecretDialogProps) {
  const { isBusy, send } = useSending();
  const [error, setError] = useState<string>();
  const { name, usedBy } = secret;

  async function confirm() {
    const refusal = await send(remove);
    if (refusal) setError(refusal.message);
    else onDone();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${name}?`}
      confirmLabel="Delete secret"
      onConfirm={() => void confirm()}
      busy={isBusy}
    >
      <p>This cannot be undone.</p>
      {usedBy.length === 0 ? (
        <p>No pipeline uses this secret.</p>
      ) : (
        <>
          <p>
            {formatCount(usedBy.length, 'pipeline')} {usedBy.length === 1 ? 'uses' : 'use'} this secret and
            will fail at that step:
          </p>
          <ul className={styles.uses}>
            {usedBy.map((use) => (
              <li key={use.id}>{use.name}</li>
            ))}
          </ul>
        </>
      )}
      {error && <Notice status="failed" title={error} alert className={styles.refusal} />}
    </ConfirmDialog>
  );
}
