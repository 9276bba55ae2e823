import type { PipelineDocument } from '@/engine';
import type { Draft } from './drafts';
import type { ValueConflict } from './merge/merge-values';

/** The draft on the server. */
export interface ServerDraft {
  readonly revision: number;
  /** The newest version of the pipeline. */
  readonly version: number;
  /** Whether the draft differs from that version in more than positions. */
  readonly edited: boolean;
}

/** The state of the document compared to the draft on the server. */
export type SaveState = ServerDraft &
  (
    | { readonly status: 'saved' | 'dirty' | 'saving' }
    /** Without a connection: edits are stored on this device and sent again after `retryInMs`. */
    | { readonly status: 'offline'; readonly retryInMs: number }
    /** Both sides changed the same values; nothing is sent until a person has decided about each. */
    | { readonly status: 'conflict'; readonly conflicts: readonly ValueConflict[] }
    /** The server refused; a new edit or a retry sends again. */
    | { readonly status: 'failed'; readonly message: string }
  );

/** The draft of the server with its text; whether it differs from the version is unknown after a conflict. */
export interface Theirs {
  readonly revision: number;
  readonly version: number;
  readonly edited?: boolean;
  readonly text: string;
}

export interface SaveInput {
  readonly id: string;
  readonly text: string;
  readonly baseRevision: number;
  /** Makes a version of the draft that is overwritten. */
  readonly keepReplaced: boolean;
}

export type SaveAnswer =
  | ({ readonly outcome: 'saved' } & ServerDraft)
  | { readonly outcome: 'conflict'; readonly theirs: Theirs }
  | { readonly outcome: 'refused'; readonly message: string };

/** Sends one draft. Rejects when the server cannot be reached. */
export type SendSave = (input: SaveInput) => Promise<SaveAnswer>;

/** Timers as an argument, so that tests do not sleep. */
export interface Timers {
  start(run: () => void, delayMs: number): unknown;
  stop(timer: unknown): void;
}

/** A save state without the draft. */
export type Status = SaveState extends infer State
  ? State extends SaveState
    ? Omit<State, keyof ServerDraft>
    : never
  : never;

/** The state without the draft. */
export function statusOf({
  revision: _revision,
  version: _version,
  edited: _edited,
  ...status
}: SaveState): Status {
  return status;
}

/** Saves the draft automatically while it is edited, and follows the changes of other tabs and people. */
export interface SaveController {
  /**
   * Starts to follow the store; may be called again after a stop. Returns a function that stops; unsaved edits stay on
   * this device.
   */
  start(): () => void;
  /**
   * Sends unsaved edits now. Resolves to the saved draft, or to the state that prevents saving.
   * @param through sends this draft instead of `send`, for a request that includes it
   */
  flush(through?: SendSave): Promise<SaveState>;
  /** Whether there are unsaved edits. */
  isDirty(): boolean;
  /** Stores unsaved edits on this device immediately. Returns false when they would be lost with the page. */
  keepNow(): boolean;
  /** Opens edits of an earlier visit, merged with what was saved since. */
  restore(draft: Draft, document: PipelineDocument): void;
  /** The server has this draft: a newer one is merged into the document. */
  follow(head: ServerDraft): Promise<void>;
  /** Follows no other draft during a request whose answer the caller opens with `adopt`. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** Decides about open conflicts. When `mine` replaces a value, the server makes a version of the other draft. */
  resolve(conflicts: readonly ValueConflict[], choice: 'mine' | 'theirs'): Promise<SaveState>;
  /** Marks the document as saved: the caller has opened a draft that the server already has. */
  adopt(document: PipelineDocument, draft: ServerDraft): void;
  /** The server has made a version of the draft with this revision. */
  versionMade(version: number, revision: number): void;
}
