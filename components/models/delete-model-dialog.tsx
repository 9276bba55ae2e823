'use client';

import { useState } from 'react';
import type { Answer } from '@/lib/contracts/errors';
import type { ModelSummary } from '@/lib/contracts/models';
import { useSending } from '../settings/use-sending';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { formatBytes } from '../ui/format';
import { Notice } from '../ui/notice';

export interface DeleteModelDialogProps {
  model: ModelSummary;
  remove: () => Promise<Answer<{ freed_bytes: number }>>;
  onClose: () => void;
  /** Called with the freed bytes. */
  onDone: (freed: number) => void;
}

/** Asks for confirmation before a model is deleted. */
export function DeleteModelDialog({ model, remove, onClose, onDone }: DeleteModelDialogProps) {
  const { isBusy, send } = useSending();
  const [error, setError] = useState<string>();
  const { name, size_bytes: size, status } = model;

  async function confirm() {
    let freed = 0;
    const refusal = await send(async () => {
      const answer = await remove();
      if (answer.ok) freed = answer.freed_bytes;
      return answer;
    });
    if (refusal) setError(refusal.message);
    else onDone(freed);
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${name}?`}
      confirmLabel="Delete model"
      onConfirm={() => void confirm()}
      busy={isBusy}
    >
      <p>
        This cannot be undone.{' '}
        {status === 'available' && size !== null
          ? `Files that no other model has are deleted too, up to ${formatBytes(size)}.`
          : 'The entry is removed from the list.'}
      </p>
      <p>Steps that use this model_id will fail.</p>
      {error && <Notice status="failed" title={error} alert />}
    </ConfirmDialog>
  );
}
