import type { Descriptors } from '../../catalogue';
import type { Json } from '../../json';
import type { Step } from '../../pipeline/schema';
import { writtenReferences } from '../../pipeline/written-references';
import { equalJson } from './equal-json';

type Params = Readonly<Record<string, Json>>;

/** Whether a step reads a param of the run that has different values in two runs. */
export function readsChangedParams(
  step: Step,
  descriptors: Descriptors,
  left: Params,
  right: Params,
): boolean {
  for (const { reference } of writtenReferences(step, descriptors)) {
    if (reference.root !== 'params') continue;
    const [name] = reference.path;
    if (typeof name !== 'string') return !equalJson({ ...left }, { ...right });
    if (!equalJson(left[name] ?? null, right[name] ?? null)) return true;
  }
  return false;
}
