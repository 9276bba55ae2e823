import { createListeners } from '@/components/ui/observable';
import type { Json, PipelineDocument } from '@/engine';
import type { DocumentSides } from './merge/merge-documents';
import type { SaveState, ServerDraft } from './save-state';
import { EMPTY_SELECTION, pruneSelection, type Selection, sameSelection } from './selection';

/** Consecutive edits with the same `coalesce` key within this time, in ms, are one undo entry. */
const BURST_MS = 1200;

/** Largest number of undo entries; the oldest are dropped. Entries share structure, so each is small. */
const MAX_HISTORY = 500;

/** The state that undo or redo restores, and the label of the edit. */
export interface HistoryEntry {
  readonly label: string;
  readonly document: PipelineDocument;
  readonly selection: Selection;
  /** Number of receipts that the document contains; later ones are added when it is restored. */
  readonly receipts: number;
}

/** A change that was made elsewhere. */
interface Receipt {
  readonly before: PipelineDocument;
  readonly after: PipelineDocument;
  readonly merge: MergeEdits;
}

/** Returns the document with the edits of both sides. */
export type MergeEdits = (sides: DocumentSides) => PipelineDocument;

/** Text of the JSON panel that does not parse, and the position of the error. */
export interface JsonDraft {
  readonly text: string;
  readonly error: { readonly message: string; readonly line: number; readonly column: number };
}

/** The state of the editor. Replaced at every change; unchanged parts keep their identity. */
export interface EditorState {
  readonly document: PipelineDocument;
  readonly selection: Selection;
  readonly undo: readonly HistoryEntry[];
  readonly redo: readonly HistoryEntry[];
  /** Increases with every change of the document, including undo and redo. */
  readonly revision: number;
  /**
   * The other value of fields that were switched between value and expression, by `${stepId}.${param}`, for switching
   * back.
   */
  readonly alternates: Readonly<Record<string, Json>>;
  readonly jsonDraft: JsonDraft | undefined;
  readonly save: SaveState;
}

export interface EditOptions {
  /** Joins the last undo entry when that has the same key and is recent: typing, moving with the keyboard. */
  readonly coalesce?: string;
  /** The selection after the edit. */
  readonly select?: Selection;
}

/** The document with selection and history, independent of React. */
export interface EditorStore {
  getState(): EditorState;
  subscribe(listener: () => void): () => void;
  /** Applies one edit as one undo entry. An edit that returns the same document leaves no entry. */
  edit(label: string, change: (document: PipelineDocument) => PipelineDocument, options?: EditOptions): void;
  /** Makes the next edit an undo entry of its own, whatever its key. */
  endBurst(): void;
  /**
   * Replaces the document by one with changes made elsewhere, without an undo entry.
   * @param merge adds the same changes to an earlier state when that is restored, so that undo keeps them
   */
  receive(document: PipelineDocument, merge: MergeEdits): void;
  undo(): void;
  redo(): void;
  select(selection: Partial<Selection>): void;
  setAlternate(key: string, value: Json): void;
  set(patch: Partial<Pick<EditorState, 'jsonDraft' | 'save'>>): void;
}

export interface EditorStoreOptions {
  /** A clock in ms; only differences are used. @default Date.now */
  readonly now?: () => number;
  /** @default none, for a read-only document */
  readonly draft?: ServerDraft | undefined;
}

/** Creates the store of one open pipeline. */
export function createEditorStore(document: PipelineDocument, options: EditorStoreOptions = {}): EditorStore {
  const now = options.now ?? Date.now;
  const listeners = createListeners();
  let state = initialState(document, options.draft ?? NO_DRAFT);
  let burst: { key: string; at: number } | undefined;
  let receipts: readonly Receipt[] = [];

  const replace = (next: EditorState) => {
    if (next === state) return;
    state = next;
    listeners.notify();
  };

  return {
    getState: () => state,
    subscribe: listeners.add,
    edit(label, change, { coalesce, select } = {}) {
      const next = change(state.document);
      if (next === state.document) {
        if (select !== undefined) replace(withSelection(state, select));
        return;
      }
      const at = now();
      const joins = coalesce !== undefined && burst?.key === coalesce && at - burst.at < BURST_MS;
      burst = coalesce === undefined ? undefined : { key: coalesce, at };
      replace(
        afterEdit(state, next, {
          label,
          joins: joins && state.redo.length === 0,
          select,
          receipts: receipts.length,
        }),
      );
    },
    endBurst() {
      burst = undefined;
    },
    receive(document, merge) {
      if (document === state.document) return;
      receipts = withReceipt(receipts, state, { before: state.document, after: document, merge });
      const selection = pruneSelection(state.selection, document);
      replace({ ...state, document, selection, revision: state.revision + 1 });
    },
    undo() {
      burst = undefined;
      replace(step(state, { from: 'undo', to: 'redo', receipts }));
    },
    redo() {
      burst = undefined;
      replace(step(state, { from: 'redo', to: 'undo', receipts }));
    },
    select: (selection) => replace(withSelection(state, selection)),
    setAlternate: (key, value) => replace({ ...state, alternates: { ...state.alternates, [key]: value } }),
    set: (patch) => replace({ ...state, ...patch }),
  };
}

const NO_DRAFT: ServerDraft = { revision: 0, version: 0, edited: false };

function initialState(document: PipelineDocument, draft: ServerDraft): EditorState {
  return {
    document,
    selection: EMPTY_SELECTION,
    undo: [],
    redo: [],
    revision: 0,
    alternates: {},
    jsonDraft: undefined,
    save: { ...draft, status: 'saved' },
  };
}

interface EditDetails {
  readonly label: string;
  readonly joins: boolean;
  readonly select: Selection | undefined;
  readonly receipts: number;
}

function afterEdit(
  state: EditorState,
  document: PipelineDocument,
  { label, joins, select, receipts }: EditDetails,
): EditorState {
  const entry = { label, document: state.document, selection: state.selection, receipts };
  return {
    ...state,
    document,
    undo: joins ? state.undo : [...state.undo, entry].slice(-MAX_HISTORY),
    redo: [],
    revision: state.revision + 1,
    selection: pruneSelection(select ?? state.selection, document),
  };
}

/** Receipts are joined while no entry was made between them, so there are no more than entries. */
function withReceipt(
  receipts: readonly Receipt[],
  { undo, redo }: EditorState,
  next: Receipt,
): readonly Receipt[] {
  const newest = Math.max(undo.at(-1)?.receipts ?? -1, redo.at(-1)?.receipts ?? -1);
  if (newest < 0) return [];
  const last = receipts.at(-1);
  if (last === undefined || last.after !== next.before || newest >= receipts.length)
    return [...receipts, next];
  return [...receipts.slice(0, -1), { ...next, before: last.before }];
}

interface StepDetails {
  readonly from: 'undo' | 'redo';
  readonly to: 'undo' | 'redo';
  readonly receipts: readonly Receipt[];
}

function step(state: EditorState, { from, to, receipts }: StepDetails): EditorState {
  const entry = state[from].at(-1);
  if (entry === undefined) return state;
  const back = {
    label: entry.label,
    document: state.document,
    selection: state.selection,
    receipts: receipts.length,
  };
  const document = receipts
    .slice(entry.receipts)
    .reduce((mine, { before, after, merge }) => merge({ base: before, mine, theirs: after }), entry.document);
  return {
    ...state,
    document,
    selection: pruneSelection(entry.selection, document),
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], back],
    revision: state.revision + 1,
  };
}

function withSelection(state: EditorState, change: Partial<Selection>): EditorState {
  const selection = { ...state.selection, ...change };
  return sameSelection(selection, state.selection) ? state : { ...state, selection };
}
