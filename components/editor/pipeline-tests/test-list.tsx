'use client';

import { useListNavigation } from '@/components/ui/list-navigation';
import type { TestSummary } from '@/lib/contracts/pipeline-tests';
import type { TestRuns } from './model/test-runs';
import type { TestQuestion } from './test-dialogs';
import { TestRow } from './test-row';
import styles from './tests.module.css';
import type { TestRunning } from './use-run-tests';

export interface TestListProps {
  tests: readonly TestSummary[];
  runs: TestRuns;
  running: TestRunning;
  /** Identifies the shown document. */
  mark: string;
  /** The opened test. */
  opened: string | undefined;
  onOpen: (test: string) => void;
  onDuplicate: (test: TestSummary) => void;
  onAsk: (question: TestQuestion) => void;
}

/** The tests by name, each with the result of its last run. Arrow keys move through them. */
export function TestList({ tests, runs, running, mark, opened, onOpen, onDuplicate, onAsk }: TestListProps) {
  const { list, onKeyDown } = useListNavigation<HTMLUListElement>('[data-test]');
  return (
    <ul ref={list} className={styles.list} aria-label="Tests">
      {tests.map((test) => (
        <TestRow
          key={test.id}
          test={test}
          last={runs.get(test.id)}
          isStale={runs.get(test.id)?.mark !== mark}
          isRunning={running.running === 'all' || running.running?.has(test.id) === true}
          isOpened={test.id === opened}
          canRun={running.running === undefined}
          onKeyDown={onKeyDown}
          onOpen={() => onOpen(test.id)}
          onRun={() => void running.run([test.id])}
          onDuplicate={() => onDuplicate(test)}
          onAsk={onAsk}
        />
      ))}
    </ul>
  );
}
