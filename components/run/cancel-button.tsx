'use client';

import { useCallback, useState } from 'react';
import { type RunDefinition, stepTitle } from '@/components/run-state/definition';
import { useLens } from '@/components/run-state/run-context';
import { useRunState } from '@/components/run-state/use-run';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { effectOf, type RunState } from '@/engine';

export interface CancelButtonProps {
  /** @default Cancel run */
  label?: string;
  busy: boolean;
  disabled: boolean;
  onCancel: () => void;
}

/** Cancels the run. Asks first while a step runs that may already have changed something elsewhere. */
export function CancelButton({ label = 'Cancel run', busy, disabled, onCancel }: CancelButtonProps) {
  const { detail } = useLens();
  const [isAsking, setIsAsking] = useState(false);
  const writing = useWritingSteps();
  return (
    <>
      <Button
        size="sm"
        icon="stop"
        busy={busy}
        disabled={disabled}
        onClick={() => (writing === '' ? onCancel() : setIsAsking(true))}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Cancel run${detail ? ` #${detail.number}` : ''}?`}
        confirmLabel="Cancel run"
        cancelLabel="Keep running"
        onConfirm={() => {
          setIsAsking(false);
          onCancel();
        }}
      >
        {writing} may already have changed something that cancelling does not undo. Steps that have not
        started are skipped.
      </ConfirmDialog>
    </>
  );
}

/** Titles of the active steps that write, separated by commas; empty without any. */
function useWritingSteps(): string {
  const { definition } = useLens();
  const select = useCallback(
    ({ steps }: RunState) =>
      [...steps]
        .filter(
          ([id, { status }]) => (status === 'running' || status === 'retrying') && writes(definition, id),
        )
        .map(([id]) => `“${stepTitle(definition, id)}”`)
        .join(', '),
    [definition],
  );
  return useRunState(select) ?? '';
}

function writes(definition: RunDefinition | undefined, id: string): boolean {
  const step = definition?.steps.get(id);
  const descriptor = step && definition?.descriptors.find(step.action);
  if (step === undefined || descriptor === undefined) return false;
  const effect = effectOf(descriptor, step.params ?? {});
  return effect === 'write' || effect === 'destructive';
}
