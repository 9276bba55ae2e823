'use client';

import { useState } from 'react';
import type { Answer } from '@/lib/contracts/errors';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Notice } from '../ui/notice';
import type { ChannelField, ChannelKind } from './channel-kinds';
import styles from './dialog.module.css';
import { useSending } from './use-sending';

export interface ClearChannelDialogProps {
  kind: ChannelKind;
  field: ChannelField;
  onClose: () => void;
  clear: () => Promise<Answer>;
  onDone: () => void;
}

/** Asks before a setting of a channel is taken back. */
export function ClearChannelDialog({ kind, field, onClose, clear, onDone }: ClearChannelDialogProps) {
  const { isBusy, send } = useSending();
  const [error, setError] = useState<string>();

  async function confirm() {
    const refusal = await send(clear);
    if (refusal) setError(refusal.message);
    else onDone();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove the ${field.label.toLowerCase()} of ${kind.title}?`}
      confirmLabel="Remove"
      onConfirm={() => void confirm()}
      busy={isBusy}
    >
      <p>This cannot be undone. Steps that use this setting will fail.</p>
      {error && <Notice status="failed" title={error} alert className={styles.refusal} />}
    </ConfirmDialog>
  );
}
