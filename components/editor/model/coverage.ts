import { formatCount } from '@/components/ui/format';
import type { Descriptors, Graph, GraphEdge, PipelineDocument } from '@/engine';
import type { CoverageRecord } from '@/lib/contracts/pipeline-tests';
import { branchOutputs } from './branches';
import { impliedPairs, pairOf } from './implied-edges';

/** Numbers of runs of which the canvas can show the coverage. */
export const COVERED_RUNS = [10, 100, 1000] as const;

/** What is counted on the canvas. */
export type CoverageChoice = 'off' | 'tests' | `runs-${(typeof COVERED_RUNS)[number]}`;

export const NO_COVERAGE: CoverageChoice = 'off';

/** Everything that the canvas can count, in the order of the menu. */
export const COVERAGE_CHOICES: readonly { readonly value: CoverageChoice; readonly label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'tests', label: 'Tests' },
  ...COVERED_RUNS.map((runs) => ({
    value: `runs-${runs}` as const,
    label: `Last ${runs.toLocaleString('en')} runs`,
  })),
];

/** What the server counts for a choice; undefined for none. */
export function coverageQuery(choice: CoverageChoice): { by: 'tests' | 'runs'; last?: number } | undefined {
  if (choice === 'off') return undefined;
  if (choice === 'tests') return { by: 'tests' };
  return { by: 'runs', last: Number(choice.slice('runs-'.length)) };
}

/** Counts of tests or runs. */
export interface Covered extends CoverageRecord {
  readonly by: 'tests' | 'runs';
}

/** How often an edge was taken; of one that stands for several, that of the one that was taken most. */
export function edgeCount({ edges }: Covered, all: readonly Pick<GraphEdge, 'id'>[]): number {
  return Math.max(0, ...all.map(({ id }) => edges[id] ?? 0));
}

/** How often a step took a branch. */
export function branchCount({ branches }: Covered, step: string, branch: string): number {
  return branches[`${step}:${branch}`] ?? 0;
}

/** How much of a pipeline was taken. */
export interface CoverageTotals {
  readonly edges: Share;
  readonly branches: Share;
  readonly steps: Share;
}

interface Share {
  readonly taken: number;
  readonly of: number;
}

export interface CoverageSource {
  readonly graph: Graph;
  readonly document: PipelineDocument;
  readonly descriptors: Descriptors;
}

/**
 * How much of a pipeline was taken: of its edges that order steps, with one for each pair and branch, of the branches of
 * its conditions, and of its steps that are enabled.
 */
export function coverageTotals(
  covered: Covered,
  { graph, document, descriptors }: CoverageSource,
): CoverageTotals {
  const edges = orderingEdges(graph);
  const enabled = document.steps.filter(({ disabled }) => disabled !== true);
  const branches = enabled.flatMap((step) =>
    branchOutputs(step, descriptors.find(step.action)).map(({ name }) => branchCount(covered, step.id, name)),
  );
  return {
    edges: shareOf(edges.map((edge) => edgeCount(covered, [edge]))),
    branches: shareOf(branches),
    steps: shareOf(enabled.map(({ id }) => covered.steps[id] ?? 0)),
  };
}

/** One edge for each pair and branch, without pairs that a longer path orders too. */
function orderingEdges(graph: Graph): GraphEdge[] {
  const implied = impliedPairs(graph);
  const byBranch = new Set(graph.edges.filter(({ kind }) => kind === 'branch').map(pairOf));
  const seen = new Map<string, GraphEdge>();
  for (const edge of graph.edges) {
    const pair = pairOf(edge);
    const isBranch = edge.kind === 'branch';
    if (edge.from === edge.to || (!isBranch && (implied.has(pair) || byBranch.has(pair)))) continue;
    const key = `${pair} ${edge.branch ?? ''}`;
    if (!seen.has(key)) seen.set(key, edge);
  }
  return [...seen.values()];
}

function shareOf(counts: readonly number[]): Share {
  return { taken: counts.filter((count) => count > 0).length, of: counts.length };
}

/** How often something was taken, for accessible names: `taken by 0 of 3 tests`. */
export function takenText(count: number, { by, of }: Pick<Covered, 'by' | 'of'>, verb = 'taken'): string {
  return `${verb} by ${count} of ${formatCount(of, by === 'tests' ? 'test' : 'run')}`;
}

/** How much of the pipeline was taken, as a sentence. */
export function coverageText(covered: Covered, source: CoverageSource): string {
  const { edges, branches, steps } = coverageTotals(covered, source);
  const parts = [
    ...(edges.of > 0 ? [`${edges.taken} of ${formatCount(edges.of, 'edge')}`] : []),
    ...(branches.of > 0 ? [`${branches.taken} of ${formatCount(branches.of, 'branch', 'branches')}`] : []),
  ];
  const who = formatCount(covered.of, covered.by === 'tests' ? 'test' : 'run');
  if (parts.length === 0) return `${steps.taken} of ${formatCount(steps.of, 'step')} executed by ${who}`;
  return `${parts.join(' and ')} taken by ${who}`;
}
