'use client';

import { useState } from 'react';
import { useToast } from '@/components/ui/use-toast';
import { useLens } from './run-context';

/** Asks the run to stop. */
export function useCancelRun(): {
  readonly isCancelling: boolean;
  readonly cancel: (() => void) | undefined;
} {
  const { runId, actions, retryNow } = useLens();
  const toast = useToast();
  const [isCancelling, setCancelling] = useState(false);

  async function send() {
    if (!actions) return;
    setCancelling(true);
    try {
      const result = await actions.cancel(runId);
      if (!result.ok) toast({ title: result.error.message, status: 'failed' });
      retryNow();
    } catch {
      toast({ title: 'The run was not cancelled: the server cannot be reached.', status: 'failed' });
    }
    setCancelling(false);
  }

  return { isCancelling, cancel: actions && (() => void send()) };
}
