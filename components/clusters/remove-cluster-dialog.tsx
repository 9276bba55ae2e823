'use client';

import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Notice } from '@/components/ui/notice';
import type { Answer } from '@/lib/contracts/errors';

export interface RemoveClusterDialogProps {
  id: string;
  remove: () => Promise<Answer>;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for confirmation before a cluster is removed. */
export function RemoveClusterDialog({ id, remove, onClose, onDone }: RemoveClusterDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function confirm() {
    setIsBusy(true);
    try {
      const answer = await remove();
      if (answer.ok) onDone();
      else setError(answer.error.message);
    } catch {
      setError('The server cannot be reached. Check that it is running, then try again.');
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove ${id}?`}
      confirmLabel="Remove cluster"
      onConfirm={() => void confirm()}
      busy={isBusy}
    >
      <p>
        Pipewright deletes the stored credentials. Steps with this <code>cluster_id</code> fail. The cluster
        itself is not changed.
      </p>
      {error && <Notice status="failed" title={error} alert />}
    </ConfirmDialog>
  );
}
