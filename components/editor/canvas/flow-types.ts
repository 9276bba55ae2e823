import type { Edge, Node } from 'reactflow';
import type { GraphEdge } from '@/engine';

/** What a card's node carries: only which step it shows. Cards read everything else from the stores. */
export type StepFlowNode = Node<{ readonly stepId: string }, 'step'>;

/** What a note's node carries. */
export type NoteFlowNode = Node<{ readonly noteId: string }, 'note'>;

export type FlowNode = StepFlowNode | NoteFlowNode;

/** How a line is drawn. `lineage` is a reference of the selected step, beside the line that orders the pair. */
export type LineKind = 'ordinary' | 'branch' | 'handler' | 'lineage';

/** What a line carries. */
export interface LineData extends Record<string, unknown> {
  readonly kind: LineKind;
  /** Words of the pill: branch name, `failed`, field. */
  readonly label: string | undefined;
  /** The reason for the line that is written down as one; what deleting it takes away. */
  readonly edge: GraphEdge;
}

export type FlowEdge = Edge<LineData, 'step'>;

const NOTE_PREFIX = 'note:';

/** Id of a note's node; steps use their own id. */
export function noteNodeId(noteId: string): string {
  return NOTE_PREFIX + noteId;
}
