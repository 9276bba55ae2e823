'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { useSettled } from '@/components/ui/use-time';
import type { ScheduleConfig } from '@/lib/contracts/triggers';
import { NextTimes } from './next-times';
import styles from './schedule-preview.module.css';
import { useTriggerServices } from './trigger-services';
import { accepted, triggerKeys } from './use-triggers';

export interface SchedulePreviewProps {
  /** Undefined while the form does not say when. */
  schedule: ScheduleConfig | undefined;
}

const COUNT = 5;
/** Somebody who types is not asked after every key. ms */
const SETTLE_MS = 250;

/** When a schedule would be due, or why never, while it is being written. */
export function SchedulePreview({ schedule }: SchedulePreviewProps) {
  const { actions } = useTriggerServices();
  const settled = useSettled(schedule, SETTLE_MS);
  const { data, error, isFetching } = useQuery({
    queryKey: triggerKeys.preview(settled),
    queryFn: async () =>
      settled ? accepted(await actions.preview({ config: settled, count: COUNT })) : null,
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    // The times move on with the clock.
    staleTime: 0,
    retry: false,
  });
  if (schedule === undefined) return <p className={styles.text}>Set a schedule to see the next times.</p>;
  const problem = error?.message ?? data?.problem;
  return (
    <div className={styles.preview} aria-live="polite" aria-busy={isFetching}>
      {problem && (
        <p className={styles.problem} data-status="failed">
          <Icon name="err" size={14} />
          <span>{problem}</span>
        </p>
      )}
      {!problem && data && (
        <NextTimes times={data.next} zone={schedule.kind === 'cron' ? schedule.time_zone : undefined} />
      )}
      {!problem && !data && <Spinner label="Loading next times" />}
    </div>
  );
}
