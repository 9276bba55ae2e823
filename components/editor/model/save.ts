import { formatPipeline, type PipelineDocument } from '@/engine';
import type { DraftStore } from './drafts';
import type { EditorStore } from './store';

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
    /** Another person saved first; nothing is sent until this person decides. */
    | { readonly status: 'conflict'; readonly theirs: Theirs }
    /** The server refused; a new edit or a retry sends again. */
    | { readonly status: 'failed'; readonly message: string }
  );

/** The draft that another person saved. */
export interface Theirs {
  readonly revision: number;
  readonly version: number;
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

export interface SaveControllerOptions {
  readonly store: EditorStore;
  readonly pipelineId: string;
  /** The draft that the page was opened with. */
  readonly opened: ServerDraft;
  readonly send: SendSave;
  readonly drafts: DraftStore;
  readonly timers: Timers;
  readonly now: () => Date;
}

/** Saves the draft automatically while it is edited. */
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
  /** Whether there are unsaved edits, so that the page warns before it is left. */
  isDirty(): boolean;
  /** Sets the revision on which edits found on this device are based, instead of the one the page was opened with. */
  rebase(revision: number): void;
  /** Resolves a conflict: overwrites the other draft, of which the server makes a version. */
  keepMine(): Promise<SaveState>;
  /** Resolves a conflict: the caller has opened the other draft, which is the base from now on. */
  takeTheirs(document: PipelineDocument): void;
  /** Marks the document as saved: the caller has opened a draft that the server already has. */
  adopt(document: PipelineDocument, draft: ServerDraft): void;
  /** The server has made a version of the draft with this revision. */
  versionMade(version: number, revision: number): void;
}

/** Pause after the last edit before it is sent, in ms. */
const DEBOUNCE_MS = 600;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/** A save state without the draft. */
type Status = SaveState extends infer State
  ? State extends SaveState
    ? Omit<State, keyof ServerDraft>
    : never
  : never;

function statusOf({ revision: _revision, version: _version, edited: _edited, ...status }: SaveState): Status {
  return status;
}

/** Creates the save controller of one open pipeline. */
export function createSaveController(options: SaveControllerOptions): SaveController {
  const { store, drafts, timers } = options;
  let draft: ServerDraft = options.opened;
  let saved: PipelineDocument = store.getState().document;
  let seen: PipelineDocument = saved;
  let sending: Promise<SaveState> | undefined;
  let timer: unknown;
  let retries = 0;
  let keepReplaced = false;

  const state = () => store.getState().save;
  const document = () => store.getState().document;
  const report = (status: Status): SaveState => {
    const save: SaveState = { ...draft, ...status };
    store.set({ save });
    return save;
  };
  const plan = (delayMs: number) => {
    timers.stop(timer);
    timer = timers.start(() => void flush(), delayMs);
  };
  const keepDraft = (text: string) =>
    drafts.write({ text, baseRevision: draft.revision, at: options.now().toISOString() });

  async function flush(through?: SendSave): Promise<SaveState> {
    timers.stop(timer);
    if (state().status === 'conflict') return state();
    if (sending !== undefined) {
      await sending;
      return document() === saved ? state() : flush(through);
    }
    if (document() === saved) return report({ status: 'saved' });
    sending = send(through).finally(() => {
      sending = undefined;
    });
    const outcome = await sending;
    return outcome.status === 'saved' && document() !== saved ? flush() : outcome;
  }

  async function send(through = options.send): Promise<SaveState> {
    const sent = document();
    const text = formatPipeline(sent);
    report({ status: 'saving' });
    await keepDraft(text);
    const baseRevision = draft.revision;
    try {
      const answer = await through({ id: options.pipelineId, text, baseRevision, keepReplaced });
      retries = 0;
      return settle(sent, answer);
    } catch {
      return goOffline();
    }
  }

  async function settle(sent: PipelineDocument, answer: SaveAnswer): Promise<SaveState> {
    if (answer.outcome === 'conflict') return report({ status: 'conflict', theirs: answer.theirs });
    if (answer.outcome === 'refused') return report({ status: 'failed', message: answer.message });
    const { revision, version, edited } = answer;
    draft = { revision, version, edited };
    keepReplaced = false;
    saved = sent;
    if (document() !== sent) return report({ status: 'dirty' });
    await drafts.clear();
    return report({ status: 'saved' });
  }

  function adopt(next: PipelineDocument, held: ServerDraft): void {
    draft = held;
    saved = next;
    seen = next;
    timers.stop(timer);
    void drafts.clear();
    report({ status: 'saved' });
  }

  function goOffline(): SaveState {
    const retryInMs = Math.min(FIRST_RETRY_MS * 2 ** retries, MAX_RETRY_MS);
    retries += 1;
    plan(retryInMs);
    return report({ status: 'offline', retryInMs });
  }

  function onChange(): void {
    const current = document();
    if (current === seen) return;
    seen = current;
    const status = state().status;
    if (status === 'conflict') {
      void keepDraft(formatPipeline(current));
      return;
    }
    if (current === saved && sending === undefined) {
      timers.stop(timer);
      void drafts.clear();
      report({ status: 'saved' });
      return;
    }
    if (status !== 'saving' && status !== 'offline') report({ status: 'dirty' });
    plan(DEBOUNCE_MS);
  }

  return {
    start() {
      const stop = store.subscribe(onChange);
      seen = document();
      if (seen !== saved) plan(DEBOUNCE_MS);
      return () => {
        stop();
        timers.stop(timer);
        if (document() !== saved) void keepDraft(formatPipeline(document()));
      };
    },
    flush,
    isDirty: () => document() !== saved,
    rebase(revision) {
      draft = { ...draft, revision };
    },
    async keepMine() {
      const current = state();
      if (current.status !== 'conflict') return flush();
      const { revision, version } = current.theirs;
      draft = { ...draft, revision, version };
      keepReplaced = true;
      report({ status: 'dirty' });
      return flush();
    },
    takeTheirs(theirs) {
      const current = state();
      if (current.status !== 'conflict') return;
      const { revision, version } = current.theirs;
      // The other draft was edited; the next response of the server contains whether it differs from a version.
      adopt(theirs, { revision, version, edited: true });
    },
    adopt,
    versionMade(version, revision) {
      if (draft.revision !== revision || draft.version > version) return;
      draft = { revision, version, edited: false };
      report(statusOf(state()));
    },
  };
}
