import type { Descriptors, Graph, GraphEdge, PipelineDocument } from '@/engine';
import { titleOf } from '../model/document';

/** One reason why a step runs after another. */
export interface RunsAfter {
  readonly edge: GraphEdge;
  /** Written in `depends_on`: can be taken out here. */
  readonly explicit: boolean;
  /** Why it runs after it, in a few words. */
  readonly text: string;
  /** Where the reason is written, in a sentence. */
  readonly why: string;
}

/** Every reason why a step waits, those written as such first. */
export function runsAfter(
  document: PipelineDocument,
  graph: Graph,
  descriptors: Descriptors,
  stepId: string,
): RunsAfter[] {
  const reasons = graph.edges
    .filter((edge) => edge.to === stepId)
    .map((edge) => reason(edge, titleOf(document, edge.from, descriptors)));
  return [...reasons.filter((one) => one.explicit), ...reasons.filter((one) => !one.explicit)];
}

function reason(edge: GraphEdge, title: string): RunsAfter {
  const explicit = edge.kind === 'depends_on';
  switch (edge.kind) {
    case 'depends_on':
      return { edge, explicit, text: title, why: 'Set in depends_on.' };
    case 'branch':
      return {
        edge,
        explicit,
        text: `${title} is ${edge.branch ?? 'taken'}`,
        why: `Target of the branch ${edge.branch ?? ''} of ${edge.from}.`,
      };
    case 'source':
      return { edge, explicit, text: `${title}, as a source`, why: `Source in ${edge.path}.` };
    case 'handler':
      return {
        edge,
        explicit,
        text: `${title}, with any status`,
        why: `The condition reads ${edge.label ?? 'the status'} of ${edge.from}.`,
      };
    case 'reference':
      return {
        edge,
        explicit,
        text: `${title}, by reference`,
        why: `${edge.path} reads ${edge.label ?? 'the output'} of ${edge.from}.`,
      };
  }
}
