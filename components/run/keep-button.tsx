'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLens } from '@/components/run-state/run-context';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/toast';
import { runKeys } from './queries';

/** Keeps the run whatever its age, or leaves it to the rules again. Nothing where nobody may. */
export function KeepButton() {
  const { runId, detail, actions } = useLens();
  const queries = useQueryClient();
  const toast = useToast();
  const [isSending, setSending] = useState(false);
  if (!actions || !detail) return null;
  const { keep } = actions;
  const { pinned } = detail;

  async function send() {
    setSending(true);
    try {
      const result = await keep({ id: runId, kept: !pinned });
      if (result.ok) queries.setQueryData(runKeys.detail(runId), { ...detail, pinned: !pinned });
      else toast({ title: result.error.message, status: 'failed' });
      void queries.invalidateQueries({ queryKey: runKeys.lists });
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
      {pinned ? 'Pinned' : 'Pin'}
    </Button>
  );
}
