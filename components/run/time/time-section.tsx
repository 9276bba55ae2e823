'use client';

import { Fragment } from 'react';
import { formatCount, formatDuration } from '@/components/ui/format';
import { slowerText } from '@/engine/run/time/usual';
import type { RunTimeRecord } from '@/lib/contracts/run-time';
import { Section } from '../inspector/section';
import { StepLink } from '../step-link';
import styles from './time-section.module.css';
import { waitsText } from './time-text';
import { useRunTime } from './use-run-time';

/** Steps of the critical path that are listed; the others are counted. */
const MOST_STEPS = 12;

/** Where the time of the run went, compared with earlier runs; nothing until it is known. */
export function TimeSection() {
  const time = useRunTime();
  if (time === undefined || time.totalMs === 0) return null;
  const waits = waitsText(time);
  const { usual, remainingMs } = time;
  const slower =
    usual && slowerText({ usualMs: usual.ms, runs: usual.runs, slower: time.slower ?? undefined });
  return (
    <Section id="run-time" title="Time">
      <dl className={styles.facts}>
        {usual && (
          <>
            <dt>Usual duration</dt>
            <dd>
              {formatDuration(usual.ms)}, median of {formatCount(usual.runs, 'completed run')}
              {slower && (
                <b className={styles.slower}>
                  {formatDuration(time.durationMs)}: {slower}
                </b>
              )}
            </dd>
          </>
        )}
        {remainingMs !== null && (
          <>
            <dt>Time left</dt>
            <dd>about {formatDuration(remainingMs)}, estimated</dd>
          </>
        )}
        {time.worst.totalMs !== null && (
          <>
            <dt title="From timeouts, attempts and backoff of the definition">Worst case</dt>
            <dd>{formatDuration(time.worst.totalMs)}</dd>
          </>
        )}
        <dt>Working</dt>
        <dd>{formatDuration(time.workMs)}</dd>
        <dt>Waiting</dt>
        <dd>{waits === '' ? 'none' : waits}</dd>
        {time.critical.length > 0 && (
          <>
            <dt title="The steps that decided how long the run took">Critical path</dt>
            <dd>
              <CriticalPath time={time} />
            </dd>
          </>
        )}
      </dl>
    </Section>
  );
}

function CriticalPath({ time }: { time: RunTimeRecord }) {
  const lengths = new Map(time.steps.map(({ step, durationMs }) => [step, durationMs]));
  const more = time.critical.length - MOST_STEPS;
  return (
    <>
      {time.critical.slice(0, MOST_STEPS).map((step, index) => (
        <Fragment key={step}>
          {index > 0 && ' → '}
          <StepLink step={step} />{' '}
          <span className={styles.length}>{formatDuration(lengths.get(step) ?? 0)}</span>
        </Fragment>
      ))}
      {more > 0 && ` and ${formatCount(more, 'more step')}`}
    </>
  );
}
