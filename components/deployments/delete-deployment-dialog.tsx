'use client';

import { useState } from 'react';
import type { DeploymentSummary } from '@/lib/contracts/deployments';
import type { Answer } from '@/lib/contracts/errors';
import { useSending } from '../settings/use-sending';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Notice } from '../ui/notice';
import { endpointPath } from './deployment-look';

export interface DeleteDeploymentDialogProps {
  deployment: DeploymentSummary;
  remove: () => Promise<Answer>;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for confirmation before a deployment is deleted, and lists the effects. */
export function DeleteDeploymentDialog({ deployment, remove, onClose, onDone }: DeleteDeploymentDialogProps) {
  const { isBusy, send } = useSending();
  const [error, setError] = useState<string>();
  const { name, replica_states: states } = deployment;

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
      confirmLabel="Delete deployment"
      onConfirm={() => void confirm()}
      busy={isBusy}
    >
      <p>
        Requests in flight finish{stopText(states.length)}. New requests to <code>{endpointPath(name)}</code>{' '}
        are refused, and its API keys no longer work.
      </p>
      <p>The model is kept. This cannot be undone.</p>
      {error && <Notice status="failed" title={error} alert />}
    </ConfirmDialog>
  );
}

function stopText(replicas: number): string {
  if (replicas === 0) return '';
  return replicas === 1 ? ', then its replica stops' : `, then its ${replicas} replicas stop`;
}
