'use client';

import { useState } from 'react';
import { useLens } from '@/components/run-state/run-context';
import { useToast } from '@/components/ui/toast';

/** What can be asked of a run as a whole. */
export type RunCommand = 'cancel' | 'pause' | 'resume';

const FAILED: Readonly<Record<RunCommand, string>> = {
  cancel: 'The run was not cancelled: the server cannot be reached. Try again.',
  pause: 'The run was not paused: the server cannot be reached. Try again.',
  resume: 'The run was not resumed: the server cannot be reached. Try again.',
};

/** Asks things of the run; undefined where nobody may. What goes wrong is told in a toast. */
export function useRunCommands(): {
  /** The one that is on its way. */
  readonly busy: RunCommand | undefined;
  readonly send: ((command: RunCommand) => void) | undefined;
} {
  const { runId, actions, retryNow } = useLens();
  const toast = useToast();
  const [busy, setBusy] = useState<RunCommand>();

  async function send(command: RunCommand) {
    if (!actions) return;
    setBusy(command);
    try {
      const result = await actions[command](runId);
      if (!result.ok) toast({ title: result.error.message, status: 'failed' });
      retryNow();
    } catch {
      toast({ title: FAILED[command], status: 'failed' });
    }
    setBusy(undefined);
  }

  return { busy, send: actions && ((command) => void send(command)) };
}
