import type { PipelineDocument, StepDocument } from '@/engine';
import { isSame } from './value-at';

/** A step that got another id. */
export interface StepRename {
  readonly from: string;
  readonly to: string;
}

/**
 * The steps of `before` that have another id in `after`: one step disappeared and one appeared between the same
 * neighbours, with the same action and the same parameters or name.
 */
export function stepRenames(before: PipelineDocument, after: PipelineDocument): readonly StepRename[] {
  if (before.steps === after.steps) return [];
  const removed = lonely(before, after);
  const added = lonely(after, before);
  return [...removed].flatMap(([place, old]) => {
    const next = added.get(place);
    return old === undefined || next === undefined || !isAlike(old, next)
      ? []
      : [{ from: old.id, to: next.id }];
  });
}

/**
 * Steps that only `document` has, by the step before them that both have; undefined where several follow each other.
 */
function lonely(document: PipelineDocument, other: PipelineDocument): Map<string, StepDocument | undefined> {
  const known = new Set(other.steps.map(({ id }) => id));
  const found = new Map<string, StepDocument | undefined>();
  let place = '';
  for (const step of document.steps) {
    if (known.has(step.id)) place = step.id;
    else found.set(place, found.has(place) ? undefined : step);
  }
  return found;
}

function isAlike(one: StepDocument, other: StepDocument): boolean {
  if (one.action !== other.action) return false;
  if (one.name !== undefined && one.name === other.name) return true;
  return one.name === other.name && isSame(one.params, other.params);
}
