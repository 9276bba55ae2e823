'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Icon } from '@/components/ui/icon';
import {
  type Diagnostic,
  FAILURE_KINDS,
  type FailureKind,
  type Json,
  type Retry,
  retryDelaySeconds,
  type StepDocument,
} from '@/engine';
import { attemptTimes } from '@/engine/run/time/attempt-times';
import { FieldProblems, problemsAt } from '../form/field-problems';
import { setStepField } from '../model/edits';
import { setKey } from '../model/keys';
import { useEditorStore } from '../use-editor';
import { AttemptRuler } from './attempt-ruler';
import styles from './inspector.module.css';
import { formatSeconds } from './ruler';
import { Section } from './section';
import { SmallNumber } from './small-number';

/** The kinds that are always shown; the others are under "more". */
const COMMON_KINDS: readonly FailureKind[] = ['timeout', 'connection_error'];

/** What each kind means, for people. */
const KIND_MEANINGS: Readonly<Record<FailureKind, string>> = {
  timeout: 'No response before the timeout',
  connection_error: 'No connection to the service',
  http_status: 'Unexpected HTTP status',
  rejected: 'Rejected by the service',
  invalid_params: 'Invalid parameters',
  expression_error: 'Expression that could not be evaluated',
  explicit_failure: 'Fail step',
  storage_full: 'Storage is full',
  internal: 'Internal error of Pipewright',
  unknown_effect: 'Unknown outcome after an interruption',
  cancelled: 'Cancelled by a user',
};

/** Whether a failure of this kind is retried. */
function isRetried(retry: Retry, kind: FailureKind): boolean {
  return retryDelaySeconds({ ...retry, max_attempts: 2 }, 1, kind) !== undefined;
}

/** `retry_on` with one kind toggled. Without a list, starts with the kinds that are retried by default. */
function toggleKind(retry: Retry, kind: FailureKind): FailureKind[] {
  return FAILURE_KINDS.filter((other) =>
    other === kind ? !isRetried(retry, other) : isRetried(retry, other),
  );
}

export interface RetrySectionProps {
  step: StepDocument;
  problems: readonly Diagnostic[];
  /** Time limit of one attempt, in seconds. */
  attemptLimit: number | undefined;
  /** Whether the limit is an expression, known only in a run. */
  isLimitOpen: boolean;
}

const KEYS = ['max_attempts', 'backoff_multiplier', 'retry_on', 'initial_delay_seconds', 'max_delay_seconds'];

/** The retry of a step: attempts, delays and kinds of failure, with a ruler of the resulting times. */
export function RetrySection({ step, problems, attemptLimit, isLimitOpen }: RetrySectionProps) {
  const store = useEditorStore();
  const [showsAll, setShowsAll] = useState(false);
  const { retry } = step;
  const own = problemsAt(problems, 'retry');
  const write = (next: Retry | undefined, what: string) => {
    store.edit(`Edit retry of ${step.id}`, (document) => setStepField(document, step.id, 'retry', next), {
      coalesce: `${step.id}.retry.${what}`,
    });
  };
  if (retry === undefined) {
    return (
      <Section title="Retry" hint="1 attempt" field="retry">
        <Button size="sm" variant="quiet" icon="plus" onClick={() => write({ max_attempts: 3 }, 'add')}>
          Add retry
        </Button>
      </Section>
    );
  }
  const set = (key: string, value: Json | undefined) => write(setKey(retry, key, value, KEYS), key);
  const ruler = attemptTimes(retry, attemptLimit);
  const noTotal = isLimitOpen ? 'limit set at run time' : 'no time limit';
  const hint = ruler.totalSeconds === undefined ? noTotal : `at most ${formatSeconds(ruler.totalSeconds)}`;
  const kinds = showsAll
    ? FAILURE_KINDS
    : FAILURE_KINDS.filter(
        (kind) => COMMON_KINDS.includes(kind) || (retry.retry_on?.includes(kind) ?? false),
      );
  return (
    <Section title="Retry" hint={hint} field="retry">
      <div className={styles.line}>
        <Stepper
          label="Attempts"
          value={retry.max_attempts ?? 1}
          minimum={1}
          maximum={10}
          onChange={(value) => set('max_attempts', value)}
        />
        <span className={styles.quiet}>attempts, delay ×</span>
        <SmallNumber
          label="Backoff multiplier"
          value={retry.backoff_multiplier}
          placeholder="2"
          onChange={(value) => set('backoff_multiplier', value)}
        />
      </div>
      <div className={styles.line}>
        <span className={styles.quiet}>initial delay</span>
        <SmallNumber
          label="Initial delay in seconds"
          value={retry.initial_delay_seconds}
          placeholder="1"
          unit="s"
          onChange={(value) => set('initial_delay_seconds', value)}
        />
        <span className={styles.quiet}>max. delay</span>
        <SmallNumber
          label="Maximum delay in seconds"
          value={retry.max_delay_seconds}
          placeholder="60"
          unit="s"
          onChange={(value) => set('max_delay_seconds', value)}
        />
      </div>
      <fieldset className={styles.kinds} aria-label="Errors to retry">
        {kinds.map((kind) => (
          <span key={kind} title={KIND_MEANINGS[kind]}>
            <Checkbox
              checked={isRetried(retry, kind)}
              onCheckedChange={() => set('retry_on', toggleKind(retry, kind))}
            >
              <span className={styles.kind}>{kind}</span>
            </Checkbox>
          </span>
        ))}
        {!showsAll && (
          <Button size="sm" variant="quiet" onClick={() => setShowsAll(true)}>
            {FAILURE_KINDS.length - kinds.length} more
          </Button>
        )}
      </fieldset>
      <p className={styles.note}>
        {retry.retry_on === undefined
          ? 'All errors that may be temporary are retried.'
          : 'Only the selected errors are retried.'}
        {retry.retry_on !== undefined && (
          <Button size="sm" variant="quiet" onClick={() => set('retry_on', undefined)}>
            Use default
          </Button>
        )}
      </p>
      <AttemptRuler ruler={ruler} />
      <FieldProblems id={`retry-${step.id}-problems`} problems={own} />
      <Button size="sm" variant="quiet" className={styles.after} onClick={() => write(undefined, 'remove')}>
        Remove retry
      </Button>
    </Section>
  );
}

interface StepperProps {
  label: string;
  value: number;
  minimum: number;
  maximum: number;
  onChange: (value: number) => void;
}

/** A small whole number with buttons for one more and one less. */
function Stepper({ label, value, minimum, maximum, onChange }: StepperProps) {
  const to = (next: number) => {
    if (next >= minimum && next <= maximum) onChange(next);
  };
  return (
    <span className={styles.stepper}>
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        disabled={value <= minimum}
        onClick={() => to(value - 1)}
      >
        <Icon name="minus" size={12} />
      </button>
      <span
        role="spinbutton"
        tabIndex={0}
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={minimum}
        aria-valuemax={maximum}
        className={styles.value}
        onKeyDown={(event) => {
          const by = stepOf(event.key);
          if (by === 0 && !/^[1-9]$/.test(event.key)) return;
          event.preventDefault();
          to(by === 0 ? Number(event.key) : value + by);
        }}
      >
        {value}
      </span>
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        disabled={value >= maximum}
        onClick={() => to(value + 1)}
      >
        <Icon name="plus" size={12} />
      </button>
    </span>
  );
}

function stepOf(key: string): number {
  if (key === 'ArrowUp' || key === 'ArrowRight') return 1;
  return key === 'ArrowDown' || key === 'ArrowLeft' ? -1 : 0;
}
