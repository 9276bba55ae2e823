import { FrameNode } from './frame-node';
import { NoteNode } from './note-node';
import { StepEdge } from './step-edge';
import { StepNode } from './step-node';

/** The components of nodes and edges, by type. */
export const nodeTypes = { step: StepNode, note: NoteNode, frame: FrameNode };
export const edgeTypes = { step: StepEdge };
