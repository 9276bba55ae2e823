import type { Edge, Node } from 'reactflow';
import type { GraphEdge } from '@/engine';

/** A card's node has only the id of its step. Cards read everything else from the stores. */
export type StepFlowNode = Node<{ readonly stepId: string }, 'step'>;

/** A note's node has only the id of its note. */
export type NoteFlowNode = Node<{ readonly noteId: string }, 'note'>;

export type FlowNode = StepFlowNode | NoteFlowNode;

/** How an edge is drawn. `lineage` is a reference of the selected step, drawn beside the edge that orders the pair. */
export type DrawnKind = 'ordinary' | 'branch' | 'handler' | 'lineage';

/** The data of a drawn edge. */
export interface EdgeData extends Record<string, unknown> {
  readonly kind: DrawnKind;
  /** Text of the label: branch name, `failed`, field. */
  readonly label: string | undefined;
  /** The edge of the graph that is removed when this one is deleted. */
  readonly edge: GraphEdge;
}

export type FlowEdge = Edge<EdgeData, 'step'>;

const NOTE_PREFIX = 'note:';

/** Id of a note's node; steps use their own id. */
export function noteNodeId(noteId: string): string {
  return NOTE_PREFIX + noteId;
}
