import { type Observable, patch } from '@/components/ui/observable';
import type { Diagnostic } from '@/engine';
import { fullReference } from './full-reference';

/** What the author has been asked to complete: fields that were left, or everything after Run. */
export interface Reviewed {
  readonly all: boolean;
  /** Left fields, by `fieldKey`. */
  readonly fields: ReadonlySet<string>;
  /** The field that has the focus, by `fieldKey`. */
  readonly focused?: string | undefined;
}

export const NOTHING_REVIEWED: Reviewed = { all: false, fields: new Set() };

/** Identifies a field of a step, or of the pipeline. */
export function fieldKey(step: string | undefined, path: string): string {
  return `${step ?? ''} ${path}`;
}

/** Marks a field as left, so that a missing value is an error from now on. */
export function reviewField(reviewed: Observable<Reviewed>, step: string | undefined, path: string): void {
  const { fields } = reviewed.get();
  const key = fieldKey(step, path);
  if (!fields.has(key)) patch(reviewed, { fields: new Set([...fields, key]) });
}

/** Whether a problem only says that something is not filled in yet, and its field was not left so far. */
export function isToFillIn(problem: Diagnostic, reviewed: Reviewed): boolean {
  if (isHalfTyped(problem, reviewed)) return true;
  if (reviewed.all) return false;
  const { code, step, path } = problem;
  return (
    code === 'empty_pipeline' || (code === 'missing_parameter' && !reviewed.fields.has(fieldKey(step, path)))
  );
}

/**
 * Whether a problem is about an expression that is being typed: it cannot be parsed yet, or has short references, which
 * are completed when the field is left. A wrong name is none of both: its fix is offered immediately.
 */
export function isHalfTyped({ code, step, path, hint }: Diagnostic, { focused }: Reviewed): boolean {
  if (focused === undefined) return false;
  const key = fieldKey(step, path);
  const isInside = key === focused || key.startsWith(`${focused}.`);
  const isUnparsed = code === 'invalid_expression' && !hint?.startsWith('Did you mean');
  return isInside && (isUnparsed || fullReference(hint) !== undefined);
}

/** Numbers of problems as they are shown. */
export interface ProblemCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly toFillIn: number;
}

export function countProblems(problems: readonly Diagnostic[], reviewed: Reviewed): ProblemCounts {
  const toFillIn = problems.filter((problem) => isToFillIn(problem, reviewed)).length;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return { errors: errors - toFillIn, warnings: problems.length - errors, toFillIn };
}
