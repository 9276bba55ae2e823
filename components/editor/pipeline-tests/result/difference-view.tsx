'use client';

import type { KeyboardEvent } from 'react';
import { ChangeList } from '@/components/text-diff/change-list';
import { LinesDiff } from '@/components/text-diff/lines-diff';
import { Icon } from '@/components/ui/icon';
import { type Status, StatusBadge } from '@/components/ui/status';
import type { Json } from '@/engine';
import type { TestResultRecord } from '@/lib/contracts/pipeline-tests';
import type { JsonDiffRecord } from '@/lib/contracts/run-diffs';
import { StepButton } from './step-button';
import styles from './test-result.module.css';

type Difference = TestResultRecord['differences'][number];

export interface DifferenceViewProps {
  difference: Difference;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** One expectation that is not met: the sentence, the expected value and the actual value. */
export function DifferenceView({ difference, onKeyDown }: DifferenceViewProps) {
  const { kind, at, step, message } = difference;
  return (
    <li className={styles.finding} data-status="failed">
      <p className={styles.sentence}>
        <Icon name="failed" size={14} />
        <span>{message}</span>
        {step !== undefined && <StepButton step={step} onKeyDown={onKeyDown} />}
      </p>
      {kind === 'output' ? (
        <ValueDifference difference={difference} label={at} />
      ) : (
        <Ends difference={difference} />
      )}
    </li>
  );
}

/** The statuses, with their glyphs. */
function Ends({ difference: { expected, actual } }: { difference: Difference }) {
  return (
    <dl className={styles.ends}>
      <dt>Expected</dt>
      <dd>
        <StatusBadge status={statusOf(expected)} quiet />
      </dd>
      <dt>Actual</dt>
      <dd>
        <StatusBadge status={statusOf(actual)} quiet />
      </dd>
    </dl>
  );
}

const STATUSES: readonly Status[] = [
  'completed',
  'failed',
  'skipped',
  'cancelled',
  'running',
  'waiting',
  'retrying',
];

function statusOf(value: Json | undefined): Status {
  return STATUSES.find((status) => status === value) ?? 'pending';
}

/** Only what differs inside a value; otherwise both values as text. */
function ValueDifference({ difference, label }: { difference: Difference; label: string }) {
  const { changes, expected, actual } = difference;
  const isWhole = changes?.every(({ path }) => path.length === 0) ?? true;
  if (changes && !isWhole)
    return (
      <div className={styles.changes}>
        <p className={styles.legend}>Expected → actual:</p>
        <ChangeList label={`Differences of ${label}`} diff={diffOf(changes)} />
      </div>
    );
  if (typeof expected === 'string' && typeof actual === 'string' && changes && isLong(expected, actual))
    return (
      <div className={styles.changes}>
        <p className={styles.legend}>− expected, + actual:</p>
        <LinesDiff
          before={expected}
          after={actual}
          label={`Lines of ${label}`}
          same="The lines are the same."
        />
      </div>
    );
  return (
    <dl className={styles.values}>
      <dt>Expected</dt>
      <dd>
        <pre>{shown(expected)}</pre>
      </dd>
      <dt>Actual</dt>
      <dd>{actual === undefined ? <i>no such value</i> : <pre>{shown(actual)}</pre>}</dd>
    </dl>
  );
}

function isLong(...texts: readonly string[]): boolean {
  return texts.some((text) => text.includes('\n'));
}

/** The changes as the list of differences between runs draws them. */
function diffOf(changes: NonNullable<Difference['changes']>): JsonDiffRecord {
  return {
    total: changes.length,
    changes: changes.map(({ kind, path, left, right }) => ({
      ...{ kind, path },
      base: left === undefined ? null : { value: left },
      run: right === undefined ? null : { value: right },
    })),
  };
}

/** Longest shown value, in characters. */
const MAX_VALUE = 5000;

function shown(value: Json): string {
  const text = JSON.stringify(value, null, 2);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
