'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf } from '@/client/queries';
import { useLens } from '@/components/run-state/run-context';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/toast';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import styles from './pin-button.module.css';
import { invalidateRunLists } from './queries';

/** Pins the run, or unpins it. Renders nothing without the right to do so. */
export function PinButton() {
  const { runId, detail, actions } = useLens();
  const queries = useQueryClient();
  const toast = useToast();
  const [isSending, setSending] = useState(false);
  if (!actions || !detail) return null;
  const { pin } = actions;
  const { pinned } = detail;

  function show(next: boolean) {
    const queryKey = keyOf(runEndpoints.get, { id: runId });
    // A read in progress may have been answered before the change.
    void queries.cancelQueries({ queryKey, exact: true });
    queries.setQueryData(queryKey, { ...detail, pinned: next });
  }

  async function send() {
    setSending(true);
    try {
      const result = await pin({ id: runId, pinned: !pinned });
      if (result.ok) show(!pinned);
      else toast({ title: result.error.message, status: 'failed' });
      invalidateRunLists(queries);
    } catch {
      toast({ title: 'The run was not changed: the server cannot be reached.', status: 'failed' });
    }
    setSending(false);
  }

  return (
    <Button
      size="sm"
      icon="pin"
      aria-pressed={pinned}
      busy={isSending}
      title={
        pinned ? 'This run is excluded from automatic deletion.' : 'Exclude this run from automatic deletion.'
      }
      onClick={() => void send()}
    >
      <span className={styles.text}>{pinned ? 'Pinned' : 'Pin'}</span>
    </Button>
  );
}
