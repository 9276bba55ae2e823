'use client';

import { type FormEvent, useId, useState } from 'react';
import { type DeploymentSummary, scaleDeploymentInput } from '@/lib/contracts/deployments';
import type { Answer } from '@/lib/contracts/errors';
import { focusInvalid, useSending } from '../settings/use-sending';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';
import { numberOf, type Problems, problemsOf } from './draft-problems';
import { NumberField } from './number-field';

export interface ScaleDialogProps {
  deployment: DeploymentSummary;
  scale: (replicas: number) => Promise<Answer>;
  onClose: () => void;
  /** Called with the new number. */
  onDone: (replicas: number) => void;
}

/** Asks for a number of replicas. */
export function ScaleDialog({ deployment, scale, onClose, onDone }: ScaleDialogProps) {
  const formId = useId();
  const { isBusy, send } = useSending();
  const { name, replicas, ready_replicas: ready, auto_scaling: auto } = deployment;
  const [text, setText] = useState(String(replicas));
  const [problems, setProblems] = useState<Problems>({});

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const parsed = scaleDeploymentInput.safeParse({ name, replicas: numberOf(text) });
    const refusal = parsed.success ? await send(() => scale(parsed.data.replicas)) : undefined;
    if (parsed.success && !refusal) return onDone(parsed.data.replicas);
    setProblems(refusal ? { all: refusal.message } : problemsOf(parsed.error?.issues ?? []));
    focusInvalid(form);
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Scale ${name}`}
      description={`${ready} of ${replicas} replicas ready.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy}>
            Scale
          </Button>
        </>
      }
    >
      <form id={formId} noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
        <NumberField
          label="Replicas"
          required
          value={text}
          error={problems.replicas}
          hint="Replicas that are removed finish their requests first. 0 stops the deployment and keeps its settings."
          onChange={(next) => {
            setText(next);
            setProblems({});
          }}
        />
        {auto?.enabled && (
          <Notice status="stale" icon="info" title="Auto scaling is on">
            It changes this number again, between {auto.min_replicas} and {auto.max_replicas}.
          </Notice>
        )}
        {problems.all && <Notice status="failed" title={problems.all} alert />}
      </form>
    </Dialog>
  );
}
