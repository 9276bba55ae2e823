'use client';

import { useState } from 'react';
import type { ErrorBody } from '@/lib/contracts/errors';
import type { PipelineSummary } from '@/lib/contracts/pipelines';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { formatCount } from '../ui/format';
import { Notice } from '../ui/notice';
import styles from './delete-dialog.module.css';
import { isUnfinished, STRIP_LENGTH } from './strip';

export interface DeleteDialogProps {
  pipeline: PipelineSummary;
  onClose: () => void;
  remove: () => Promise<ErrorBody | undefined>;
}

/** Asks for confirmation before a pipeline is deleted, and shows what stays. */
export function DeleteDialog({ pipeline, onClose, remove }: DeleteDialogProps) {
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
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
        {formatCount(pipeline.versionCount, 'version')} will be deleted. This cannot be undone.{' '}
        {runsText(pipeline.recentRuns.length)}
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

/** What happens to the runs. @param recent number of runs in the list, at most the length of the strip */
function runsText(recent: number): string {
  if (recent === 0) return 'The pipeline has no runs.';
  if (recent === 1) return 'Its run stays available under Runs.';
  return `${recent < STRIP_LENGTH ? `All ${recent} runs` : 'Its runs'} stay available under Runs.`;
}
