import type { EdgeChange, NodeChange } from 'reactflow';
import type { Position } from '@/engine';
import type { CardHandle } from '../model/card-size';
import type { PlacedBox } from '../model/free-place';
import type { Obstacle, Point } from './elbow';
import type { Places } from './flow-nodes';
import type { FlowEdge, FlowNode } from './flow-types';

/** The nodes and edges that React Flow renders. They follow the document with as few new objects as possible. */
export interface Flow {
  getNodes(): FlowNode[];
  getEdges(): FlowEdge[];
  /** The nodes before the current drag, if there is one: for drawings that need not follow every frame. */
  getSettledNodes(): FlowNode[];
  subscribe(listener: () => void): () => void;
  /** Follows the store. Returns a function that stops. */
  start(): () => void;
  changeNodes(changes: readonly NodeChange<FlowNode>[]): void;
  changeEdges(changes: readonly EdgeChange<FlowEdge>[]): void;
  /** Handles of a card, as drawn and as edges use them. */
  handles(stepId: string): readonly CardHandle[];
  /** Distance of a handle from the top of its card. */
  handleY(stepId: string, handle: string): number;
  /** Nodes that are being dragged. */
  draggedIds(): string[];
  /** Makes React Flow measure the handles of every card again: it drops those of cards rendered without handles. */
  renewHandles(): void;
  /**
   * Cards that an edge between two others should avoid; none in large pipelines, where the search would cost frames.
   */
  obstacles(from: string, to: string): readonly Obstacle[];
  /** Corners of an edge among all others, for the settled nodes; undefined in large pipelines, and for references. */
  routeOf(edgeId: string): readonly Point[] | undefined;
  /** Whether the label of a reference is drawn: it fits, and covers no other. */
  showsLabel(edgeId: string): boolean;
  /** The middle of the count of an edge; undefined for one without a count, or without a free place. */
  countPlace(edgeId: string): Point | undefined;
  /** Ends the drag and returns the new positions. */
  takeDragged(): Places;
  /** Moves the selection without changing the document, as a drag does. */
  nudge(delta: Position): void;
  /** Cancels a drag: all nodes return to their positions in the document. */
  putBack(): void;
  /** Draws a frame with another area than in the document, while it is resized. */
  resize(frameId: string, area: PlacedBox | undefined): void;
}
