'use client';

import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import { useListNavigation } from '@/components/ui/list-navigation';
import { Notice } from '@/components/ui/notice';
import { Spinner } from '@/components/ui/spinner';
import { StatusBadge } from '@/components/ui/status';
import type { TestRun } from '../model/test-runs';
import { lookOf } from '../model/test-words';
import { DifferenceView } from './difference-view';
import { ProblemView } from './problem-view';
import styles from './test-result.module.css';

export interface TestResultViewProps {
  run: TestRun | undefined;
  /** Whether the pipeline was edited since. */
  isStale: boolean;
  isRunning: boolean;
  /** Shows the test, to be corrected. */
  onEdit: () => void;
}

/** Most differences that are drawn. */
const MAX_SHOWN = 100;

/** What the last run of a test found: expectations that are not met, or why the test did not run. */
export function TestResultView({ run, isStale, isRunning, onEdit }: TestResultViewProps) {
  const { list, onKeyDown } = useListNavigation<HTMLUListElement>('[data-finding]');
  if (run === undefined)
    return isRunning ? (
      <Spinner label="Running the test" />
    ) : (
      <EmptyState icon="test" title="Not run yet">
        Run the test to compare the draft with its expectations.
      </EmptyState>
    );
  const { result, isShortened } = run;
  const { problems, differences } = result;
  const { status, word } = lookOf(result, isRunning);
  const hidden = differences.length - MAX_SHOWN;
  return (
    <div className={styles.result}>
      <p className={styles.summary}>
        <StatusBadge status={status}>{word}</StatusBadge>
        <span>{summaryOf(run)}</span>
        {isStale && (
          <span className={styles.stale} data-status="stale">
            <Icon name="warn" size={14} />
            The pipeline was edited since.
          </span>
        )}
        {problems.length > 0 && (
          <Button size="sm" icon="pencil" onClick={onEdit}>
            Edit test
          </Button>
        )}
      </p>
      {isShortened && !result.passed && (
        <Notice status="stale" icon="info" title="The differences of this run were too large to store.">
          Run the test again to see them.
        </Notice>
      )}
      <ul ref={list} className={styles.findings} aria-label="Differences">
        {problems.map((problem) => (
          <ProblemView key={`${problem.step} ${problem.message}`} problem={problem} onKeyDown={onKeyDown} />
        ))}
        {differences.slice(0, MAX_SHOWN).map((difference) => (
          <DifferenceView
            key={`${difference.kind} ${difference.at}`}
            difference={difference}
            onKeyDown={onKeyDown}
          />
        ))}
      </ul>
      {hidden > 0 && <p className={styles.more}>{formatCount(hidden, 'more difference')} not shown.</p>}
    </div>
  );
}

function summaryOf({ result: { passed, problems, differences }, isShortened }: TestRun): string {
  if (passed) return 'All expectations are met.';
  if (isShortened) return '';
  if (problems.length > 0) return `${formatCount(problems.length, 'problem')} to correct.`;
  const verb = differences.length === 1 ? 'is' : 'are';
  return `${formatCount(differences.length, 'expectation')} ${verb} not met.`;
}
