'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf, readAgain } from '@/client/queries';
import { useLens } from '@/components/run-state/run-context';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/toast';
import { pinEndpoints } from '@/lib/contracts/endpoints/pins';

export interface PinOutputButtonProps {
  stepId: string;
}

/** Pins the output of a step for tries. Nothing where outputs cannot be pinned. */
export function PinOutputButton({ stepId }: PinOutputButtonProps) {
  const { detail, actions } = useLens();
  const queries = useQueryClient();
  const notify = useToast();
  const [isSending, setSending] = useState(false);
  const pin = actions?.pinOutput;
  if (!pin || !detail) return null;
  const { id: run, number, pipelineId } = detail;

  async function send() {
    setSending(true);
    const result = await pin?.({ id: pipelineId, step: stepId, run }).catch(() => undefined);
    setSending(false);
    if (result?.ok !== true) {
      notify({
        title: 'The output was not pinned.',
        detail: result?.error.message ?? 'The server cannot be reached. Try again.',
        status: 'failed',
      });
      return;
    }
    void readAgain(queries, keyOf(pinEndpoints.list));
    void readAgain(queries, keyOf(pinEndpoints.get));
    notify({
      title: `Pinned the output of ${stepId} in run #${number}.`,
      detail: 'Tries use it instead of running the step. Runs never use it.',
      status: 'completed',
    });
  }

  return (
    <Button size="sm" variant="quiet" icon="pin" busy={isSending} onClick={() => void send()}>
      Pin this output
    </Button>
  );
}
