'use client';

import { useState } from 'react';
import { JsonTree } from '@/components/json-tree/json-tree';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { formatClock, formatMoment } from '@/components/ui/format';
import { Notice } from '@/components/ui/notice';
import { Spinner } from '@/components/ui/spinner';
import type { TriggerDetail, TriggerSample } from '@/lib/contracts/triggers';
import { LISTEN_SECONDS } from '@/lib/contracts/triggers';
import styles from './test-event.module.css';
import { useTestEvent } from './use-test-event';

export interface TestEventProps {
  trigger: TriggerDetail;
}

const MINUTES = LISTEN_SECONDS / 60;

/** The test event of a webhook: listens for the next request, and shows the newest one that was kept. */
export function TestEvent({ trigger }: TestEventProps) {
  const [startsRun, setStartsRun] = useState(false);
  const { state, isBusy, refusal, listen, cancel } = useTestEvent(trigger.id);
  const listening = state?.listening ?? undefined;
  return (
    <div className={styles.event}>
      {listening === undefined ? (
        <div className={styles.row}>
          <Button size="sm" busy={isBusy} disabled={!trigger.enabled} onClick={() => listen(startsRun)}>
            Listen for a test event
          </Button>
          <Checkbox checked={startsRun} onCheckedChange={setStartsRun}>
            Also start a run
          </Checkbox>
        </div>
      ) : (
        <div className={styles.row}>
          <Spinner label="Listening" />
          <span>
            Send a request to the URL before {formatClock(listening.until)}.{' '}
            {listening.startsRun ? 'The request starts a run.' : 'The request does not start a run.'}
          </span>
          <Button size="sm" busy={isBusy} onClick={cancel} aria-label={`Stop listening to ${trigger.name}`}>
            Cancel
          </Button>
        </div>
      )}
      <p role="status" className={styles.note}>
        {noteOf(trigger, state)}
      </p>
      {refusal && <Notice status="failed" title={refusal} alert />}
      {state?.sample && <SampleTree sample={state.sample} />}
    </div>
  );
}

function noteOf({ enabled }: TriggerDetail, state: TriggerSample | undefined): string {
  if (!enabled) return 'Enable the webhook to receive a test event.';
  if (state?.listening) return 'Listening for a test event.';
  if (state?.timedOut) return `No request arrived within ${MINUTES} minutes. Listen again.`;
  if (state?.sample) return `Received ${formatMoment(state.sample.receivedAt, new Date())}.`;
  return `Listen, then send a request within ${MINUTES} minutes. The request becomes an example for run parameters.`;
}

export interface SampleTreeProps {
  sample: NonNullable<TriggerSample['sample']>;
  /** Whether its values can be dragged and inserted into templates. @default false */
  isReference?: boolean;
}

/** A test event as a tree. */
export function SampleTree({ sample, isReference = false }: SampleTreeProps) {
  return (
    <div className={styles.tree}>
      <JsonTree value={sample.value} label="Test event" base="trigger" isReference={isReference} />
      {sample.shortened && <p className={styles.note}>Long values of the request are shortened.</p>}
    </div>
  );
}
