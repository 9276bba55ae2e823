'use client';

import { useState } from 'react';
import { useLens } from '@/components/run-state/run-context';
import { useToast } from '@/components/ui/toast';

/** A command to a whole run. */
export type RunCommand = 'cancel' | 'pause' | 'resume';

const FAILED: Readonly<Record<RunCommand, string>> = {
  cancel: 'The run was not cancelled: the server cannot be reached. Try again.',
  pause: 'The run was not paused: the server cannot be reached. Try again.',
  resume: 'The run was not resumed: the server cannot be reached. Try again.',
};

/** Sends commands to the run; undefined where the page may not. An error is shown in a toast. */
export function useRunCommands(): {
  /** The command that is being sent. */
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
