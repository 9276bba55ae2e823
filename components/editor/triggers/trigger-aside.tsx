'use client';

import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '@/client/api';
import { keyOf } from '@/client/queries';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { useSettled } from '@/components/ui/use-time';
import { triggerEndpoints } from '@/lib/contracts/endpoints/triggers';
import type { ScheduleConfig } from '@/lib/contracts/triggers';
import { CallExample } from './call-example';
import { readSchedule } from './model/read-draft';
import type { TriggerDraft } from './model/trigger-draft';
import { TRIGGER_PATHS } from './model/trigger-paths';
import { NextTimes } from './next-times';
import schedulePreviewStyles from './schedule-preview.module.css';
import styles from './trigger-aside.module.css';

export interface TriggerAsideProps {
  draft: TriggerDraft;
  /** Address of the webhook; undefined before it is saved. */
  path: string | undefined;
}

/** When repeated calls are one delivery, which starts one run. */
function repeatNote({ isSigned, signatureKind }: TriggerDraft['webhook']): ReactNode {
  if (!isSigned) {
    return (
      <>
        Requests with the same <code>idempotency-key</code> header start one run.
      </>
    );
  }
  return signatureKind === 'standard' ? (
    <>
      Requests with the same <code>webhook-id</code> start one run.
    </>
  ) : (
    'Requests with the same body are one delivery and start one run. To start several runs, send a value that differs, such as the time.'
  );
}

/** Beside the form: a preview, and the paths that templates can read. */
export function TriggerAside({ draft, path }: TriggerAsideProps) {
  const { type, webhook } = draft;
  const schedule = type === 'schedule' ? readSchedule(draft.schedule) : undefined;
  return (
    <aside className={styles.aside} aria-label="Preview">
      {schedule && (
        <section>
          <h3 className={styles.title}>Next times</h3>
          <SchedulePreview schedule={schedule.ok ? schedule.config : undefined} />
        </section>
      )}
      {type === 'webhook' && (
        <section>
          <h3 className={styles.title}>URL</h3>
          <p className={styles.text}>
            {path === undefined
              ? 'The URL is created when you add the trigger. Treat it like a password: anyone with the URL can start runs.'
              : 'The URL stays the same. Show, copy or regenerate it in the list of triggers.'}
          </p>
          <CallExample
            path={path}
            open
            signature={
              webhook.isSigned
                ? {
                    kind: webhook.signatureKind,
                    header: webhook.signatureHeader,
                    prefix: webhook.prefix,
                    secret: webhook.signatureSecret,
                  }
                : undefined
            }
            header={
              webhook.hasHeader ? { name: webhook.headerName, secret: webhook.headerSecret } : undefined
            }
          />
          <p className={styles.text}>{repeatNote(webhook)}</p>
        </section>
      )}
      <section>
        <h3 className={styles.title}>Available in templates</h3>
        <dl className={styles.paths}>
          {TRIGGER_PATHS[type].map((each) => (
            <div key={each.path}>
              <dt>
                <code>{each.path}</code>
                <CopyButton text={`{{${each.path}}}`} label={`Copy {{${each.path}}}`} />
              </dt>
              <dd>{each.about}</dd>
            </div>
          ))}
        </dl>
      </section>
    </aside>
  );
}

interface SchedulePreviewProps {
  /** Undefined while the form has no valid schedule. */
  schedule: ScheduleConfig | undefined;
}

const COUNT = 5;
/** Pause of typing before the preview is requested, in ms. */
const SETTLE_MS = 250;

/** The next due times of the schedule in the form, or why there are none. */
function SchedulePreview({ schedule }: SchedulePreviewProps) {
  const settled = useSettled(schedule, SETTLE_MS);
  const { data, error, isFetching } = useQuery({
    queryKey: keyOf(triggerEndpoints.preview, { ...(settled ? { config: settled } : {}), count: COUNT }),
    queryFn: settled
      ? ({ signal }) => callApi(triggerEndpoints.preview, { config: settled, count: COUNT }, signal)
      : skipToken,
    placeholderData: keepPreviousData,
    // The times depend on the current instant.
    staleTime: 0,
    retry: false,
  });
  if (schedule === undefined)
    return <p className={schedulePreviewStyles.text}>Set a schedule to see the next times.</p>;
  const problem = error?.message ?? data?.problem;
  return (
    <div className={schedulePreviewStyles.preview} aria-live="polite" aria-busy={isFetching}>
      {problem && (
        <p className={schedulePreviewStyles.problem} data-status="failed">
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
