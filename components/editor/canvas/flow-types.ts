import type { Edge, Node } from 'reactflow';
import type { GraphEdge } from '@/engine';

/** A card's node has only the id of its step. Cards read everything else from the stores. */
export type StepFlowNode = Node<{ readonly stepId: string }, 'step'>;

/** A note's node has only the id of its note. */
export type NoteFlowNode = Node<{ readonly noteId: string }, 'note'>;

/** A frame's node has the id of its frame, and whether it is drawn as one card. */
export type FrameFlowNode = Node<{ readonly frameId: string; readonly collapsed: boolean }, 'frame'>;

export type FlowNode = StepFlowNode | NoteFlowNode | FrameFlowNode;

/**
 * How an edge is drawn. `reference`: only a value that is read orders the pair, and a branch starts the target.
 * `implied`: written by the author, although a longer path orders the pair too. `lineage`: a value that is read, drawn
 * beside the edges that order.
 */
export type DrawnKind = 'ordinary' | 'branch' | 'handler' | 'reference' | 'implied' | 'lineage';

/** The data of a drawn edge. */
export interface EdgeData extends Record<string, unknown> {
  readonly kind: DrawnKind;
  /** Text of the label: branch name, `failed`, field. */
  readonly label: string | undefined;
  /** The edge of the graph that is removed when this one is deleted. */
  readonly edge: GraphEdge;
  /** How often tests or runs took it, while coverage is shown; of several edges, the one that was taken most. */
  readonly count?: number;
  /** Whether the count is that of one of several edges. */
  readonly isLeast?: boolean;
  /** All edges that it stands for, where an end is a collapsed frame. */
  readonly joined?: readonly GraphEdge[];
}

export type FlowEdge = Edge<EdgeData, 'step'>;

const NOTE_PREFIX = 'note:';
const FRAME_PREFIX = 'frame:';

/** Id of a note's node; steps use their own id. */
export function noteNodeId(noteId: string): string {
  return NOTE_PREFIX + noteId;
}

/** Id of a frame's node. */
export function frameNodeId(frameId: string): string {
  return FRAME_PREFIX + frameId;
}
