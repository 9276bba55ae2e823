'use client';

import { useLens } from '@/components/run-state/run-context';
import { attemptStatus } from '@/components/run-state/status';
import { useRunContact, useRunNow } from '@/components/run-state/use-run';
import { clsx } from '@/components/ui/clsx';
import { formatDuration, formatElapsed } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import { STATUS_LOOKS, type Status, StatusGlyph } from '@/components/ui/status';
import type { AttemptState } from '@/engine';
import styles from './attempts-section.module.css';
import { Section } from './section';
import type { UnitSelection } from './selection';

export interface AttemptsSectionProps {
  selected: UnitSelection;
}

/** Every attempt on one axis of time; choosing one shows its inputs, output and log. */
export function AttemptsSection({ selected }: AttemptsSectionProps) {
  const { setFocus } = useLens();
  const contact = useRunContact();
  const { unit, attempt: shown, step, iteration } = selected;
  const attempts = unit?.attempts ?? [];
  const isLive = attempts.at(-1)?.finishedAt === undefined && contact.state === 'live';
  const now = useRunNow(isLive && attempts.length > 0 ? 'second' : undefined);
  const first = attempts[0];
  if (!first) return <Section id="run-attempts" title="Attempts" end={<span>none yet</span>} />;
  const from = Date.parse(first.startedAt);
  const end = (attempt: AttemptState) =>
    attempt.finishedAt === undefined ? Math.max(now, from) : Date.parse(attempt.finishedAt);
  const to = Math.max(from + 1, ...attempts.map(end));
  const place = (at: number) => `${((at - from) / (to - from)) * 100}%`;
  return (
    <Section
      id="run-attempts"
      title="Attempts"
      end={<span>{isLive ? formatElapsed(to - from) : formatDuration(to - from)} total</span>}
    >
      <ol>
        {attempts.map((attempt, index) => {
          const next = attempts[index + 1];
          // A wait is part of its attempt, but nothing is executed during it.
          const isWaiting = unit?.status === 'waiting' && attempt.status === 'running';
          const isLost = attempt.finishedAt === undefined && contact.state !== 'live';
          const status = isLost ? 'unknown' : standingOf(attempt, isWaiting);
          const start = Date.parse(attempt.startedAt);
          return (
            <li key={attempt.attempt}>
              <button
                type="button"
                className={styles.attempt}
                data-status={status}
                aria-current={attempt === shown}
                onClick={() => setFocus({ step, iteration, attempt: attempt.attempt })}
              >
                <AttemptGlyph status={status} />
                <span>Attempt {attempt.attempt}</span>
                <span className={styles.track}>
                  <i
                    className={clsx(styles.bar, isWaiting && styles.waiting)}
                    style={{
                      left: `min(${place(start)}, calc(100% - 3px))`,
                      width: `calc(${place(from + end(attempt) - start)} + 1px)`,
                    }}
                  />
                  {next && (
                    <i
                      className={styles.pause}
                      style={{
                        left: place(end(attempt)),
                        width: place(from + Date.parse(next.startedAt) - end(attempt)),
                      }}
                    />
                  )}
                </span>
                <span className={styles.result}>
                  {attempt.error?.kind ?? wordOf(status)}{' '}
                  {attempt.finishedAt === undefined
                    ? formatElapsed(end(attempt) - start)
                    : formatDuration(end(attempt) - start)}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

function standingOf(attempt: AttemptState, isWaiting: boolean): Status {
  return isWaiting ? 'waiting' : attemptStatus(attempt.status);
}

interface AttemptGlyphProps {
  status: Status;
}

function AttemptGlyph({ status }: AttemptGlyphProps) {
  if (status !== 'stale') return <StatusGlyph status={status} labelled />;
  return (
    <span className={styles.glyph}>
      <Icon name="warn" size={14} label="Interrupted" />
    </span>
  );
}

function wordOf(status: Status): string {
  return status === 'stale' ? 'interrupted' : STATUS_LOOKS[status].word.toLowerCase();
}
