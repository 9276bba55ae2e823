'use client';

import { useQuery } from '@tanstack/react-query';
import { queryFor } from '@/client/queries';
import { modelEndpoints } from '@/lib/contracts/endpoints/models';
import { DownloadProgress } from './download-progress';

export interface StepDownloadProps {
  runId: string;
  stepId: string;
  className?: string | undefined;
}

/** Polling interval, in ms: the interval at which the progress is written. */
const EVERY_MS = 1000;

/**
 * The progress of the download that a step performs or waits for, polled while mounted. Renders nothing before the
 * first byte and after the last.
 */
export function StepDownload({ runId, stepId, className }: StepDownloadProps) {
  const { data: model } = useQuery({
    ...queryFor(modelEndpoints.list, {}),
    refetchInterval: EVERY_MS,
    select: ({ models }) =>
      models.find(
        ({ added_by: by, waiting, progress }) =>
          progress && [by, ...waiting].some((each) => each?.run_id === runId && each.step === stepId),
      ),
  });
  if (!model?.progress) return null;
  return (
    <div className={className} data-status="running">
      <DownloadProgress name={model.name} size={model.size_bytes} progress={model.progress} />
    </div>
  );
}
