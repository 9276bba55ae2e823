'use client';

import { useState } from 'react';
import { useSending } from '@/components/settings/use-sending';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Notice } from '@/components/ui/notice';
import type { TriggerDetail } from '@/lib/contracts/triggers';
import { useTriggerServices } from './trigger-services';
import styles from './triggers.module.css';

export interface RemoveTriggerDialogProps {
  trigger: TriggerDetail;
  onClose: () => void;
  onDone: () => void;
}

/** Asks before a trigger is removed. */
export function RemoveTriggerDialog({ trigger, onClose, onDone }: RemoveTriggerDialogProps) {
  const { actions } = useTriggerServices();
  const { isBusy, send } = useSending();
  const [error, setError] = useState<string>();

  async function confirm() {
    const refusal = await send(() => actions.remove(trigger.id));
    if (refusal) setError(refusal.message);
    else onDone();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove ${trigger.name}?`}
      confirmLabel="Remove trigger"
      onConfirm={() => void confirm()}
      busy={isBusy}
    >
      <p>
        The trigger stops starting runs, and its history is deleted
        {trigger.type === 'webhook' ? '. Its URL stops working permanently' : ''}. Existing runs are kept.
      </p>
      {error && <Notice status="failed" title={error} alert className={styles.refusal} />}
    </ConfirmDialog>
  );
}
