'use client';

import { useState } from 'react';
import type { ErrorBody } from '@/lib/contracts/errors';
import type { PipelineSummary } from '@/lib/contracts/pipelines';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { formatCount } from '../ui/format';
import { Notice } from '../ui/notice';
import styles from './delete-dialog.module.css';
import { isUnfinished } from './strip';

export interface DeleteDialogProps {
  pipeline: PipelineSummary;
  onClose: () => void;
  remove: () => Promise<ErrorBody | undefined>;
}

/** Asks before a pipeline is deleted, and says what stays. */
export function DeleteDialog({ pipeline, onClose, remove }: DeleteDialogProps) {
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  // Runs count from 1 within their pipeline.
  const runCount = pipeline.recentRuns[0]?.number ?? 0;
  const unfinished = pipeline.recentRuns.filter(isUnfinished).length;

  async function confirm() {
    setIsBusy(true);
    const refusal = await remove();
    setIsBusy(false);
    if (refusal) setError(refusal.message);
    else onClose();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete “${pipeline.name}”?`}
      confirmLabel="Delete pipeline"
      onConfirm={() => void confirm()}
      busy={isBusy}
    >
      <p>
        The pipeline with its {formatCount(pipeline.stepCount, 'step')} and{' '}
        {formatCount(pipeline.version, 'version')} will be deleted. This cannot be undone.{' '}
        {runCount === 0
          ? 'The pipeline has no runs.'
          : `${runCount === 1 ? 'Its run stays' : `All ${runCount} runs stay`} available under Runs.`}
      </p>
      {unfinished > 0 && (
        <p className={styles.extra}>
          {formatCount(unfinished, 'run')} {unfinished === 1 ? 'is' : 'are'} active and will continue until
          finished.
        </p>
      )}
      {error && <Notice status="failed" title={error} alert className={styles.extra} />}
    </ConfirmDialog>
  );
}
