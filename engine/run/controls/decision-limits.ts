import type { Decision } from '../../action';
import type { Failure } from '../../errors';
import { measure } from '../../measure';
import { MAX_RESULTS_BYTES, megabytes } from '../../value-limits';
import type { MemoryUse } from '../memory/memory-use';

/**
 * The failure of a decision that exceeds the limits of its run; otherwise counts the decision and returns undefined.
 * @param wait as in `MemoryUse.take`
 */
export function refuseDecision(
  memoryUse: MemoryUse,
  decision: Decision,
  wait: string | undefined,
): Failure | undefined {
  if (decision.do === 'complete') {
    const { set, output } = decision;
    return (
      (set && memoryUse.setOutput(set.key, set.value)) ??
      memoryUse.take('The output of this step', output, wait)
    );
  }
  if (decision.do !== 'iterate') return undefined;
  const { items } = decision;
  return refuseItems(items) ?? memoryUse.take('The list of items', [...items], wait);
}

function refuseItems(items: readonly unknown[]): Failure | undefined {
  const { bytes } = measure(items, MAX_RESULTS_BYTES);
  if (bytes <= MAX_RESULTS_BYTES) return undefined;
  return {
    kind: 'expression_error',
    message: `The list of items is at least ${megabytes(bytes)} of JSON, but the limit is ${megabytes(MAX_RESULTS_BYTES)}. Use a shorter list.`,
  };
}
