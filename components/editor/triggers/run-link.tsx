'use client';

import type { MouseEvent } from 'react';
import { runStatus } from '@/components/run-state/status';
import { STATUS_LOOKS, StatusGlyph } from '@/components/ui/status';
import type { TriggerDelivery } from '@/lib/contracts/triggers';
import { useTriggerServices } from './trigger-services';
import styles from './triggers.module.css';

export interface RunLinkProps {
  run: NonNullable<TriggerDelivery['run']>;
}

/** A started run with its number and status; opens on this page. */
export function RunLink({ run }: RunLinkProps) {
  const status = runStatus(run.status);
  const { pipelineId, openRun } = useTriggerServices();
  const open = (event: MouseEvent) => {
    // The click requests another tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    openRun(run.id);
  };
  return (
    <a
      href={`/pipelines/${encodeURIComponent(pipelineId)}?run=${encodeURIComponent(run.id)}`}
      className={styles.run}
      onClick={open}
    >
      <StatusGlyph status={status} />
      <span className={styles.runNumber}>Run #{run.number}</span>
      <span className={styles.runStatus} data-status={status}>
        {STATUS_LOOKS[status].word.toLowerCase()}
      </span>
    </a>
  );
}
