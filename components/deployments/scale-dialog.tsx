'use client';

import { type DeploymentSummary, scaleDeploymentInput } from '@/lib/contracts/deployments';
import type { Answer } from '@/lib/contracts/errors';
import { FormDialog } from '../forms/form-dialog';
import { problemsOf } from '../forms/form-problems';
import { useDialogForm } from '../forms/use-dialog-form';
import { Notice } from '../ui/notice';
import { NumberField } from './number-field';
import { numberOf } from './number-of';

export interface ScaleDialogProps {
  deployment: DeploymentSummary;
  scale: (replicas: number) => Promise<Answer>;
  onClose: () => void;
  /** Called with the new number. */
  onDone: (replicas: number) => void;
}

/** The form for the number of replicas. */
export function ScaleDialog({ deployment, scale, onClose, onDone }: ScaleDialogProps) {
  const { name, replicas, ready_replicas: ready, auto_scaling: auto } = deployment;
  const form = useDialogForm({
    first: { replicas: String(replicas) },
    read: (draft) => {
      const parsed = scaleDeploymentInput.safeParse({ name, replicas: numberOf(draft.replicas) });
      return parsed.success ? { input: parsed.data.replicas } : { problems: problemsOf(parsed.error.issues) };
    },
    ...{ send: scale, onDone, onClose },
  });
  const { draft, problems, change } = form;

  return (
    <FormDialog
      form={form}
      title={`Scale ${name}`}
      description={`${ready} of ${replicas} replicas ready.`}
      submitLabel="Scale"
      discardText="The number of replicas has not been changed."
    >
      <NumberField
        label="Replicas"
        required
        value={draft.replicas}
        error={problems.replicas}
        hint="Replicas that are removed finish their requests first. 0 stops the deployment and keeps its settings."
        onChange={(next) => change({ replicas: next })}
      />
      {auto?.enabled && (
        <Notice status="stale" icon="info" title="Autoscaling is on">
          Autoscaling can change this number again, between {auto.min_replicas} and {auto.max_replicas}.
        </Notice>
      )}
    </FormDialog>
  );
}
