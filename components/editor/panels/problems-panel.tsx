'use client';

import { type KeyboardEvent, useMemo } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Icon } from '@/components/ui/icon';
import { Kbd } from '@/components/ui/kbd';
import { useListNavigation } from '@/components/ui/list-navigation';
import type { Diagnostic } from '@/engine';
import { quickFixes } from '../form/quick-fixes';
import { reviewField } from '../model/to-fill-in';
import {
  useDescriptors,
  useDiagnostics,
  useEditor,
  useEditorStore,
  useObservable,
  useSession,
} from '../use-editor';
import { currentProblem, goToProblem, problemKey, sortProblems, whereText } from './problems';
import styles from './problems-panel.module.css';

/** The current problems of the pipeline; each links to its field. */
export function ProblemsPanel() {
  const diagnostics = useDiagnostics();
  const problems = useMemo(() => sortProblems(diagnostics), [diagnostics]);
  const current = useObservable(currentProblem, (key) => key);
  const { list, onKeyDown } = useListNavigation<HTMLUListElement>('[data-problem]');
  if (problems.length === 0) {
    return (
      <EmptyState icon="check" title="No problems">
        The pipeline is ready to run.
      </EmptyState>
    );
  }
  return (
    <div className={styles.panel}>
      <ul ref={list} className={styles.list} aria-label="Problems">
        {problems.map((problem, index) => (
          <Problem
            key={`${problemKey(problem)} ${index}`}
            problem={problem}
            isCurrent={problemKey(problem) === current}
            onKeyDown={onKeyDown}
          />
        ))}
      </ul>
      <p className={styles.keys}>
        <Kbd>F8</Kbd> next problem <Kbd>Shift F8</Kbd> previous <Kbd>Ctrl .</Kbd> quick fix
      </p>
    </div>
  );
}

interface ProblemProps {
  problem: Diagnostic;
  isCurrent: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Problem({ problem, isCurrent, onKeyDown }: ProblemProps) {
  const store = useEditorStore();
  const { reviewed } = useSession();
  const descriptors = useDescriptors();
  const document = useEditor((state) => state.document);
  const isError = problem.severity === 'error';
  const fixes = quickFixes(problem, document, descriptors);
  const [fix] = fixes;
  return (
    <li
      className={styles.row}
      data-status={isError ? 'failed' : 'stale'}
      data-current={isCurrent || undefined}
    >
      <button
        type="button"
        data-problem
        className={styles.go}
        aria-current={isCurrent || undefined}
        aria-label={`${isError ? 'Error' : 'Warning'}: ${problem.message} ${problem.hint ?? ''} ${whereText(problem)}`}
        onClick={() => {
          reviewField(reviewed, problem.step, problem.path);
          goToProblem(problem);
        }}
        onKeyDown={(event) => {
          const isFixShortcut = (event.ctrlKey || event.metaKey) && event.key === '.';
          if (isFixShortcut && fix !== undefined) store.edit(fix.label, fix.apply);
          else onKeyDown(event);
        }}
      />
      <span className={styles.severity} aria-hidden="true">
        <Icon name={isError ? 'err' : 'warn'} />
        {isError ? 'Error' : 'Warning'}
      </span>
      <span className={styles.message} aria-hidden="true" title={problem.message}>
        {problem.message} {problem.hint !== undefined && <span className={styles.hint}>{problem.hint}</span>}
      </span>
      <span className={styles.fix}>
        {fixes.map(({ label, apply }) => (
          <Button key={label} size="sm" variant="quiet" onClick={() => store.edit(label, apply)}>
            {label}
          </Button>
        ))}
      </span>
      <span className={styles.where} aria-hidden="true">
        {whereText(problem)}
      </span>
    </li>
  );
}
