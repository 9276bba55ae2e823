import { formatPipeline, type PipelineDocument } from '@/engine';
import type { DraftStore } from './drafts';
import type { EditorStore } from './store';

/** How the document stands to what the server holds. */
export type SaveState =
  | { readonly status: 'saved'; readonly version: number }
  | { readonly status: 'dirty'; readonly version: number }
  | { readonly status: 'saving'; readonly version: number }
  /** No contact: edits are kept on this device and sent again after `retryInMs`. */
  | { readonly status: 'offline'; readonly version: number; readonly retryInMs: number }
  /** Someone else saved first; nothing is sent until a person chooses. */
  | { readonly status: 'conflict'; readonly version: number; readonly theirs: Theirs }
  /** The server refused; a new edit or a retry sends again. */
  | { readonly status: 'failed'; readonly version: number; readonly message: string };

/** The version someone else saved meanwhile. */
export interface Theirs {
  readonly version: number;
  readonly text: string;
}

export interface SaveInput {
  readonly id: string;
  readonly text: string;
  readonly baseVersion: number;
}

export type SaveAnswer =
  | { readonly outcome: 'saved'; readonly version: number }
  | { readonly outcome: 'conflict'; readonly theirs: Theirs }
  | { readonly outcome: 'refused'; readonly message: string };

/** Sends one version. Rejects when the server cannot be reached. */
export type SendSave = (input: SaveInput) => Promise<SaveAnswer>;

/** Timers as an argument, so that tests need not sleep. */
export interface Timers {
  start(run: () => void, delayMs: number): unknown;
  stop(timer: unknown): void;
}

export interface SaveControllerOptions {
  readonly store: EditorStore;
  readonly pipelineId: string;
  readonly version: number;
  readonly send: SendSave;
  readonly drafts: DraftStore;
  readonly timers: Timers;
  readonly now: () => Date;
}

/** Saves by itself while the author works. */
export interface SaveController {
  /** Starts to watch the store, again after a stop. Returns how to stop; what is unsaved stays on this device. */
  start(): () => void;
  /** Sends what is unsaved now. Resolves to the version the server holds, or to the state that prevents it. */
  flush(): Promise<SaveState>;
  /** Whether the server lacks edits: leaving the page should be asked about. */
  isDirty(): boolean;
  /** Edits that were found on this device belong on this version, not on the one the page was opened with. */
  rebase(version: number): void;
  /** Conflict: saves over the other version. */
  keepMine(): Promise<SaveState>;
  /** Conflict: the caller has put the other version into the document; that version is the base now. */
  takeTheirs(document: PipelineDocument): void;
}

/** Pause after the last edit before it is sent. */
const DEBOUNCE_MS = 600;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/** Makes the save controller of one open pipeline. */
export function createSaveController(options: SaveControllerOptions): SaveController {
  const { store, drafts, timers } = options;
  let version = options.version;
  let saved: PipelineDocument = store.getState().document;
  let seen: PipelineDocument = saved;
  let sending: Promise<SaveState> | undefined;
  let timer: unknown;
  let retries = 0;

  const state = () => store.getState().save;
  const document = () => store.getState().document;
  const report = (save: SaveState): SaveState => {
    store.set({ save });
    return save;
  };
  const plan = (delayMs: number) => {
    timers.stop(timer);
    timer = timers.start(() => void flush(), delayMs);
  };
  const keepDraft = (text: string) =>
    drafts.write({ text, baseVersion: version, at: options.now().toISOString() });

  async function flush(): Promise<SaveState> {
    timers.stop(timer);
    if (state().status === 'conflict') return state();
    if (sending !== undefined) {
      await sending;
      return document() === saved ? state() : flush();
    }
    if (document() === saved) return report({ status: 'saved', version });
    sending = send().finally(() => {
      sending = undefined;
    });
    const outcome = await sending;
    return outcome.status === 'saved' && document() !== saved ? flush() : outcome;
  }

  async function send(): Promise<SaveState> {
    const sent = document();
    const text = formatPipeline(sent);
    report({ status: 'saving', version });
    await keepDraft(text);
    try {
      const answer = await options.send({ id: options.pipelineId, text, baseVersion: version });
      retries = 0;
      return settle(sent, answer);
    } catch {
      return goOffline();
    }
  }

  async function settle(sent: PipelineDocument, answer: SaveAnswer): Promise<SaveState> {
    if (answer.outcome === 'conflict') return report({ status: 'conflict', version, theirs: answer.theirs });
    if (answer.outcome === 'refused') return report({ status: 'failed', version, message: answer.message });
    version = answer.version;
    saved = sent;
    if (document() !== sent) return report({ status: 'dirty', version });
    await drafts.clear();
    return report({ status: 'saved', version });
  }

  function goOffline(): SaveState {
    const retryInMs = Math.min(FIRST_RETRY_MS * 2 ** retries, MAX_RETRY_MS);
    retries += 1;
    plan(retryInMs);
    return report({ status: 'offline', version, retryInMs });
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
      report({ status: 'saved', version });
      return;
    }
    if (status !== 'saving' && status !== 'offline') report({ status: 'dirty', version });
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
    rebase(base) {
      version = base;
    },
    async keepMine() {
      const current = state();
      if (current.status !== 'conflict') return flush();
      version = current.theirs.version;
      report({ status: 'dirty', version });
      return flush();
    },
    takeTheirs(theirs) {
      const current = state();
      if (current.status !== 'conflict') return;
      version = current.theirs.version;
      saved = theirs;
      seen = theirs;
      timers.stop(timer);
      void drafts.clear();
      report({ status: 'saved', version });
    },
  };
}
