import { fillPath } from '@/lib/contracts/endpoint';

/** Changes of a step that a failure suggests; `open` changes nothing. */
export const FIX_KINDS = ['open', 'expect_status', 'timeout', 'retry'] as const;
export type FixKind = (typeof FIX_KINDS)[number];

/** A change of a step in the editor, requested from a run. */
export interface StepFix {
  readonly kind: FixKind;
  readonly step: string;
  /** Path of the field to focus, below the step: `params.url`. */
  readonly path: string | undefined;
  /** Whether it concerns the action that a loop performs for each item. */
  readonly isInner: boolean;
}

/** The path of the editor that makes a change on arrival. */
export function fixPath(pipelineId: string, { kind, step, path, isInner }: StepFix): string {
  const query = new URLSearchParams({ fix: kind, at: step });
  if (path !== undefined) query.set('field', path);
  if (isInner) query.set('inner', '1');
  return `${fillPath('/pipelines/:id', { id: pipelineId })}?${query}`;
}

/** Reads a requested change from a query; undefined without one. */
export function readFix(query: URLSearchParams): StepFix | undefined {
  const kind = FIX_KINDS.find((each) => each === query.get('fix'));
  const step = query.get('at');
  if (kind === undefined || step === null || step === '') return undefined;
  return { kind, step, path: query.get('field') ?? undefined, isInner: query.get('inner') === '1' };
}
