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

/** Asks for confirmation before a trigger is removed. */
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

export interface RenewAddressDialogProps {
  trigger: TriggerDetail;
  onClose: () => void;
  onDone: (trigger: TriggerDetail) => void;
}

/** Asks for confirmation before a webhook gets another address. */
export function RenewAddressDialog({ trigger, onClose, onDone }: RenewAddressDialogProps) {
  const { actions } = useTriggerServices();
  const { isBusy, send } = useSending();
  const [error, setError] = useState<string>();

  async function confirm() {
    const refusal = await send(async () => {
      const answer = await actions.renewAddress(trigger.id);
      if (answer.ok) onDone(answer.trigger);
      return answer;
    });
    if (refusal) setError(refusal.message);
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Regenerate the URL of ${trigger.name}?`}
      confirmLabel="Regenerate URL"
      onConfirm={() => void confirm()}
      busy={isBusy}
    >
      <p>
        The current URL stops working immediately. Callers need the new URL, which is shown here afterwards.
      </p>
      {error && <Notice status="failed" title={error} alert className={styles.refusal} />}
    </ConfirmDialog>
  );
}
