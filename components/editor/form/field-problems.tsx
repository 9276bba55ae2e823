'use client';

import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Diagnostic } from '@/engine';
import { useDescriptors, useEditor, useEditorStore } from '../use-editor';
import styles from './field.module.css';
import { MoveToSecret } from './move-to-secret';
import { quickFixes } from './quick-fixes';

export interface FieldProblemsProps {
  /** For `aria-describedby` of the control. */
  id: string;
  problems: readonly Diagnostic[];
  /** The description below the field, which a problem does not repeat. */
  about?: string | undefined;
}

/** The current problems of a field with their quick fixes. */
export function FieldProblems({ id, problems, about }: FieldProblemsProps) {
  const store = useEditorStore();
  const descriptors = useDescriptors();
  const document = useEditor((state) => state.document);
  return (
    <div id={id} aria-live="polite">
      {problems.map((problem) => {
        const fixes = quickFixes(problem, document, descriptors);
        return (
          <div
            key={`${problem.code} ${problem.path} ${problem.message}`}
            className={styles.problem}
            data-status={problem.severity === 'error' ? 'failed' : 'stale'}
          >
            <p className={styles.message}>
              <Icon name={problem.severity === 'error' ? 'err' : 'warn'} size={14} label={problem.severity} />
              <span>
                {problem.message}
                {problem.hint !== undefined && problem.hint !== about && (
                  <span className={styles.hint}> {problem.hint}</span>
                )}
              </span>
            </p>
            {(fixes.length > 0 || problem.code === 'literal_credential') && (
              <div className={styles.fixes}>
                {problem.code === 'literal_credential' && <MoveToSecret problem={problem} />}
                {fixes.map((fix, index) => (
                  <Button
                    key={fix.label}
                    data-fix
                    size="sm"
                    variant={index === 0 ? 'default' : 'quiet'}
                    onClick={() => store.edit(fix.label, fix.apply)}
                  >
                    {fix.label}
                  </Button>
                ))}
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** Problems at a path, and those below it without their own field. */
export function problemsAt(
  problems: readonly Diagnostic[],
  path: string,
  shownBelow: readonly string[] = [],
): Diagnostic[] {
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const isHere =
      problem.path === path ||
      (problem.path.startsWith(`${path}.`) && !shownBelow.some((shown) => isWithin(problem.path, shown)));
    const key = `${problem.path} ${problem.message}`;
    if (!isHere || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}.`);
}

/** The highest severity; undefined without problems. */
export function worstOf(problems: readonly Diagnostic[]): Diagnostic['severity'] | undefined {
  if (problems.some((problem) => problem.severity === 'error')) return 'error';
  return problems.length > 0 ? 'warning' : undefined;
}
