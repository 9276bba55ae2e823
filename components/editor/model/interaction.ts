import type { TextProblem } from '@/components/pipeline-text/text-problem';
import { createObservable, type Observable } from '@/components/ui/observable';
import type { GraphEdge, PipelineDocument, Position } from '@/engine';
import type { BreakpointPlace } from '@/engine/run/debug/breakpoint';
import type { Reader } from './readers';
import type { Selection } from './selection';

/** The place for the action that is chosen in the action picker. */
export interface PickerRequest {
  /** Runs after this step, from this handle. */
  readonly after?: { readonly id: string; readonly handle?: string };
  /** Inserted between two connected steps. */
  readonly edge?: Pick<GraphEdge, 'from' | 'to' | 'kind' | 'branch'>;
  /** Canvas position. @default beside `after` */
  readonly position?: Position;
}

/** The mode of the canvas, which decides what single keys do. */
export type Mode =
  | { readonly kind: 'idle' }
  /** Arrow keys move the selection; Esc restores `before`. */
  | { readonly kind: 'move'; readonly before: PipelineDocument }
  /** Arrow keys or typing choose the target of an edge. */
  | {
      readonly kind: 'connect';
      readonly from: string;
      readonly handle: string;
      readonly candidates: readonly string[];
      readonly chosen: number;
      readonly query: string;
    };

/** A deletion that waits for an answer, because other steps read what is deleted. */
export interface RemovalRequest {
  readonly selection: Selection;
  readonly reconnects: boolean;
  readonly readers: readonly Reader[];
}

/** A breakpoint that a person edits, or adds. */
export interface BreakpointRequest {
  /** Undefined for a new one. */
  readonly id?: string | undefined;
  /** The first place of a new one. */
  readonly at?: BreakpointPlace | undefined;
}

export type DialogName = 'none' | 'shortcuts' | 'run' | 'version' | 'paste';

/** The text of the paste dialog, which remains when it is closed. */
export interface PastedText {
  readonly text: string;
  /** Why the text was not added. */
  readonly problem?: TextProblem;
}

/** The search in the steps of the pipeline. */
export interface Finding {
  readonly query: string;
  readonly matchCase: boolean;
  /** Index of the current match. */
  readonly at: number;
  /** Whether a replacement can be entered. */
  readonly replacing: boolean;
  /** Incremented when find is opened again, so that its field takes the focus. */
  readonly opened: number;
}

/** The document that a version is compared with. */
export type CompareBase = 'draft' | 'previous';

/** The state of interactions. Not part of the document, and not undone. */
export interface Interaction {
  readonly picker: PickerRequest | undefined;
  readonly mode: Mode;
  readonly dialog: DialogName;
  readonly pasted: PastedText;
  /** Dragging the empty canvas moves it, or draws a selection box. */
  readonly tool: 'hand' | 'select';
  /** The edge that a dragged action would be dropped on. */
  readonly dropEdge: string | undefined;
  /** The deletion that is to be confirmed. */
  readonly removal: RemovalRequest | undefined;
  /** The breakpoint whose form is open, or the place of a new one. */
  readonly breakpoint: BreakpointRequest | undefined;
  /** The step whose title is being edited on its card. */
  readonly renaming: string | undefined;
  /** The frame whose title is being edited on the canvas. */
  readonly renamingFrame: string | undefined;
  /** The note that was just added and is opened for its text. */
  readonly newNote: string | undefined;
  /** The version that is shown instead of the draft. */
  readonly version: number | undefined;
  /** What the shown version is compared with, when there is a previous one. */
  readonly versionBase: CompareBase;
  /** Index of the shown step of the tour. */
  readonly tour: number | undefined;
  /** The open search. */
  readonly find: Finding | undefined;
  /** The value whose lineage is shown, as `placeText` of the engine writes it. */
  readonly traced: string | undefined;
  /** Steps with matches, highlighted on the canvas. */
  readonly found: ReadonlySet<string> | undefined;
}

/** Creates the interaction state of one editor. */
export function createInteraction(): Observable<Interaction> {
  return createObservable<Interaction>({
    picker: undefined,
    mode: { kind: 'idle' },
    dialog: 'none',
    pasted: { text: '' },
    tool: 'hand',
    dropEdge: undefined,
    removal: undefined,
    breakpoint: undefined,
    renaming: undefined,
    renamingFrame: undefined,
    newNote: undefined,
    version: undefined,
    versionBase: 'draft',
    tour: undefined,
    find: undefined,
    found: undefined,
    traced: undefined,
  });
}
