'use client';

import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { patch } from '@/components/ui/observable';
import { Spinner } from '@/components/ui/spinner';
import type { TestSummary } from '@/lib/contracts/pipeline-tests';
import { useEditor, useObservable, usePanelState, useSession } from '../use-editor';
import { markOf } from './model/test-runs';
import { TestDetail } from './test-detail';
import { TestDialogs, type TestQuestion } from './test-dialogs';
import { TestList } from './test-list';
import styles from './tests.module.css';
import { TestsBar } from './tests-bar';
import { useRunTests } from './use-run-tests';
import { useTestEdits } from './use-test-edits';
import { useTests } from './use-tests';

const NO_TESTS: readonly TestSummary[] = [];

/** The tests of the pipeline: the list, and the opened test beside it. */
export function TestsWorkspace() {
  const session = useSession();
  const { data: tests = NO_TESTS, error, isPending, refetch } = useTests();
  const opened = usePanelState(({ test }) => test);
  const runs = useObservable(session.testRuns, (value) => value);
  const mark = useDraftMark();
  const running = useRunTests();
  const edits = useTestEdits(tests);
  const [question, setQuestion] = useState<TestQuestion>();
  const open = (test: string | undefined) => patch(session.panelState, { test });
  const shown = tests.find(({ id }) => id === opened);

  // A test that was deleted in another tab is no longer opened. The state of the panels outlives this component.
  useEffect(() => {
    if (!isPending && !error && opened !== undefined && shown === undefined)
      void refetch().then(({ data }) => {
        if (data?.every(({ id }) => id !== opened)) patch(session.panelState, { test: undefined });
      });
  }, [isPending, error, opened, shown, refetch, session]);

  if (isPending)
    return (
      <div className={styles.loading}>
        <Spinner label="Loading tests" />
      </div>
    );
  return (
    <div className={styles.panel} data-opened={shown !== undefined || undefined}>
      <div className={styles.side}>
        <TestsBar
          tests={tests}
          runs={runs}
          running={running}
          onAdd={() => void edits.add()}
          isBusy={edits.isBusy}
        />
        {error && (
          <p role="alert" className={styles.problem}>
            Tests could not be loaded. {error.message}{' '}
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          </p>
        )}
        {(running.problem ?? edits.problem) && (
          <p role="alert" className={styles.problem}>
            {running.problem ?? edits.problem}
          </p>
        )}
        {tests.length === 0 && !error ? (
          <NoTests />
        ) : (
          <TestList
            {...{ tests, runs, running, mark }}
            opened={shown?.id}
            onOpen={open}
            onDuplicate={(test) => void edits.duplicate(test)}
            onAsk={setQuestion}
          />
        )}
      </div>
      {shown && (
        <TestDetail
          key={shown.id}
          test={shown}
          run={runs.get(shown.id)}
          isStale={runs.get(shown.id)?.mark !== mark}
          running={running}
          onClose={() => open(undefined)}
        />
      )}
      <TestDialogs question={question} tests={tests} onClose={() => setQuestion(undefined)} />
    </div>
  );
}

/** Identifies what tests would run of the shown document. */
function useDraftMark(): string {
  const document = useDeferredValue(useEditor((state) => state.document));
  return useMemo(() => markOf(document), [document]);
}

function NoTests() {
  return (
    <EmptyState icon="test" title="No tests yet">
      Open a run and choose “Save as test…”: its recorded outputs replace each effect. Tests do not open
      connections or read secrets.
    </EmptyState>
  );
}
