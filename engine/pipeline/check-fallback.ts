import type { Descriptors } from '../catalogue';
import type { Diagnostic } from './diagnostic';
import type { Graph, GraphStep } from './graph';

/**
 * Reports parameters that are left out although their step has not exactly one upstream step, whose output would be read
 * instead: the step would always fail.
 */
export function checkFallbacks(
  graph: Graph,
  descriptors: Descriptors,
  report: (problem: Diagnostic) => void,
): void {
  for (const node of graph.steps.values()) {
    if (node.upstream.length === 1) continue;
    const properties = descriptors.find(node.step.action)?.params.properties ?? {};
    for (const [name, { fallback }] of Object.entries(properties)) {
      if (fallback !== 'upstream' || node.step.params[name] !== undefined) continue;
      report({
        code: 'missing_parameter',
        severity: 'error',
        step: node.id,
        path: `params.${name}`,
        message: `${name} is required: the step has ${countOf(node)}.`,
        hint: `Set ${name}, for example {{steps.<id>.output}}.`,
      });
    }
  }
}

function countOf({ upstream }: GraphStep): string {
  return upstream.length === 0 ? 'no upstream step' : `several upstream steps (${upstream.join(', ')})`;
}
