import type { Descriptors } from '../catalogue';
import type { Diagnostic } from './diagnostic';
import type { EdgeKind, Graph, GraphStep } from './graph';
import { writtenReferences } from './written-references';

/** Problems of order: steps that wait for each other, and outputs that may be missing. */
export function checkOrder(
  graph: Graph,
  descriptors: Descriptors,
  report: (problem: Diagnostic) => void,
): void {
  for (const cycle of graph.cycles) reportCycle(graph, cycle, report);
  if (graph.cycles.length > 0) return;
  const maySkip = stepsThatMaySkip(graph);
  for (const node of graph.steps.values()) reportMayBeMissing(node, maySkip, descriptors, report);
}

function reportCycle(graph: Graph, cycle: readonly string[], report: (problem: Diagnostic) => void): void {
  const members = new Set(cycle);
  const path = walk(graph, cycle[0] ?? '', members);
  const first = path[0] ?? '';
  const last = path.at(-1) ?? first;
  const isSelf = path.length === 1;
  // A step that names itself is reported at that parameter.
  const edge = graph.edges.find(
    ({ from, to, kind }) => from === last && to === first && !(isSelf && isNamed(kind)),
  );
  if (isSelf && !edge) return;
  const step = edge?.kind === 'branch' ? edge.from : first;
  report({
    code: isSelf ? 'self_reference' : 'cycle',
    severity: 'error',
    step,
    path: edge?.path ?? 'depends_on',
    message: isSelf ? `${first} depends on itself.` : `These steps depend on each other: ${circle(path)}.`,
    hint: 'Remove one of the edges or references between them.',
  });
}

/** Largest number of steps of a cycle that its message names. */
const MAX_NAMED = 12;

function circle(path: readonly string[]): string {
  const left = path.length - MAX_NAMED;
  const named = left > 0 ? [...path.slice(0, MAX_NAMED), `${left} more`] : path;
  return [...named, path[0] ?? ''].join(' → ');
}

function isNamed(kind: EdgeKind): boolean {
  return kind === 'depends_on' || kind === 'branch' || kind === 'source';
}

/** Follows edges inside the group until a step repeats, which gives one cycle. */
function walk(graph: Graph, start: string, members: ReadonlySet<string>): string[] {
  const path: string[] = [];
  let at = start;
  while (!path.includes(at)) {
    path.push(at);
    at = graph.steps.get(at)?.downstream.find((next) => members.has(next)) ?? at;
  }
  return path.slice(path.indexOf(at));
}

/** Steps that a run may reach without their output: skipped by condition or branch, or failed and tolerated. */
function stepsThatMaySkip(graph: Graph): Set<string> {
  const found = new Set<string>();
  for (const id of graph.order) {
    const node = graph.steps.get(id);
    if (!node) continue;
    const { step } = node;
    const ordinary = node.upstream.filter((other) => !node.handles.has(other));
    const allMaySkip = ordinary.length > 0 && ordinary.every((other) => found.has(other));
    const isOptional = step.condition !== undefined || node.branches.length > 0 || step.disabled;
    if (isOptional || step.onFailure === 'continue' || allMaySkip) found.add(id);
  }
  return found;
}

/** A step with several dependencies runs when one of them ran, so the output of another may be missing. */
function reportMayBeMissing(
  node: GraphStep,
  maySkip: ReadonlySet<string>,
  descriptors: Descriptors,
  report: (problem: Diagnostic) => void,
): void {
  const ordinary = node.upstream.filter((id) => !node.handles.has(id));
  for (const { reference, path } of writtenReferences(node.step, descriptors)) {
    const { step: other } = reference;
    if (other === undefined || reference.aspect !== 'output' || reference.guarded || path === 'condition')
      continue;
    const isHandled = node.handles.has(other);
    if (!isHandled && (ordinary.length < 2 || !maySkip.has(other))) continue;
    report({
      code: 'may_be_missing',
      severity: 'warning',
      step: node.id,
      path: authorPath(path, node),
      range: { start: reference.start, end: reference.end },
      message: `This value is missing when ${other} has not run before ${node.id}.`,
      hint: 'Use default(…, a value).',
    });
  }
}

/** A canonical path in the author's spelling. */
function authorPath(path: string, node: GraphStep): string {
  const [head, name, ...rest] = path.split('.');
  if (head !== 'params' || name === undefined) return path;
  return [head, node.step.spelling[name] ?? name, ...rest].join('.');
}
