import { type Descriptors, formatPipeline, importPipeline, type PipelineDocument } from '@/engine';
import type { Draft, PageDraftStore } from './drafts';
import { mergeDocuments, NO_BASE } from './merge/merge-documents';
import { reconcile } from './merge/reconcile';
import { receiveDraft, type ServerSide, savedSide, withChoice, withEdit } from './merge/server-draft';
import {
  type SaveAnswer,
  type SaveController,
  type SaveState,
  type SendSave,
  type ServerDraft,
  type Status,
  statusOf,
  type Theirs,
  type Timers,
} from './save-state';
import type { EditorStore } from './store';

export interface SaveControllerOptions {
  readonly store: EditorStore;
  readonly pipelineId: string;
  /** The draft that the page was opened with. */
  readonly opened: ServerDraft;
  readonly descriptors: Descriptors;
  readonly send: SendSave;
  /** Reads the draft of the server. Rejects when the server cannot be reached. */
  readonly read: () => Promise<Theirs>;
  readonly drafts: PageDraftStore;
  readonly timers: Timers;
  readonly now: () => Date;
  /** Called after changes of another tab or person were merged into the document. */
  readonly onMerged?: () => void;
}

/** Pause after the last edit before it is sent, in ms. */
const DEBOUNCE_MS = 600;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/** Creates the save controller of one open pipeline. */
export function createSaveController(options: SaveControllerOptions): SaveController {
  const { store, drafts, timers, descriptors } = options;
  let draft: ServerDraft = options.opened;
  let side: ServerSide = savedSide(store.getState().document);
  let seen: PipelineDocument = side.saved;
  let sending: Promise<SaveState> | undefined;
  /** Documents of requests whose answers were lost, oldest first: the server may have any of them. */
  let unanswered: PipelineDocument[] = [];
  let baseText: { readonly of: PipelineDocument; readonly text: string } | undefined;
  let timer: unknown;
  let retries = 0;
  let keepReplaced = false;
  let wasMerged = false;
  let held: Promise<unknown> | undefined;
  let isStarted = false;

  const state = () => store.getState().save;
  const document = () => store.getState().document;
  const isDirty = () => document() !== side.saved || side.conflicts.length > 0;
  const report = (status: Status): SaveState => {
    const save: SaveState = { ...draft, ...status };
    store.set({ save });
    return save;
  };
  const reportEdits = (): SaveState => {
    if (side.conflicts.length > 0) return report({ status: 'conflict', conflicts: side.conflicts });
    return report({ status: document() === side.saved ? 'saved' : 'dirty' });
  };
  const plan = (delayMs: number) => {
    timers.stop(timer);
    if (isStarted) timer = timers.start(() => void flush(), delayMs);
  };
  const currentDraft = (text = formatPipeline(document())): Draft => {
    if (baseText?.of !== side.base) baseText = { of: side.base, text: formatPipeline(side.base) };
    return { text, base: baseText.text, baseRevision: draft.revision, at: options.now().toISOString() };
  };

  async function flush(through?: SendSave): Promise<SaveState> {
    timers.stop(timer);
    if (sending !== undefined) {
      await sending;
      return isDirty() ? flush(through) : state();
    }
    if (state().status === 'conflict') return state();
    return isDirty() ? sendEdits(through) : report({ status: 'saved' });
  }

  async function sendEdits(through?: SendSave): Promise<SaveState> {
    wasMerged = false;
    sending = send(through).finally(() => {
      sending = undefined;
    });
    const outcome = await sending;
    if (wasMerged && outcome.status === 'dirty') return flush(through);
    return outcome.status === 'saved' && isDirty() ? flush() : outcome;
  }

  async function send(through = options.send): Promise<SaveState> {
    const sent = document();
    const text = formatPipeline(sent);
    report({ status: 'saving' });
    await drafts.write(currentDraft(text));
    const baseRevision = draft.revision;
    try {
      const answer = await through({ id: options.pipelineId, text, baseRevision, keepReplaced });
      retries = 0;
      return settle(sent, answer);
    } catch {
      if (unanswered.at(-1) !== sent) unanswered.push(sent);
      return goOffline();
    }
  }

  async function settle(sent: PipelineDocument, answer: SaveAnswer): Promise<SaveState> {
    if (answer.outcome === 'conflict') return receive(answer.theirs);
    if (answer.outcome === 'refused') return report({ status: 'failed', message: answer.message });
    const { revision, version, edited } = answer;
    draft = { revision, version, edited };
    unanswered = [];
    keepReplaced = false;
    side = savedSide(sent);
    if (document() !== sent) return report({ status: 'dirty' });
    await drafts.clear();
    return report({ status: 'saved' });
  }

  /** Merges the draft of the server into the document. */
  function receive({ revision, version, edited = true, text }: Theirs): SaveState {
    const read = importPipeline(text);
    if (!read.ok) {
      const message = `The draft of the server could not be read: ${read.problem.message} Reload the page.`;
      return report({ status: 'failed', message });
    }
    const own = ownOf(read.document);
    if (own !== undefined) side = savedSide(own);
    draft = { revision, version, edited };
    unanswered = [];
    wasMerged = true;
    mergeIn(reconcile(side.saved, read.document));
    if (!isDirty()) void drafts.clear();
    else void drafts.write(currentDraft());
    const next = reportEdits();
    if (next.status === 'dirty') plan(DEBOUNCE_MS);
    return next;
  }

  /** The own document that the server has; undefined when its draft has another text. */
  function ownOf(theirs: PipelineDocument): PipelineDocument | undefined {
    if (unanswered.length === 0) return undefined;
    const text = formatPipeline(theirs);
    return unanswered.findLast((document) => formatPipeline(document) === text);
  }

  function mergeIn(theirs: PipelineDocument): void {
    const mine = document();
    const received = receiveDraft(side, { mine, theirs }, descriptors);
    side = received.side;
    seen = received.document;
    store.receive(received.document, (sides) => mergeDocuments(sides, descriptors).document);
    if (received.document !== mine) options.onMerged?.();
  }

  async function untilIdle(): Promise<void> {
    while (sending !== undefined || held !== undefined) await Promise.allSettled([sending, held]);
  }

  async function follow(head: ServerDraft): Promise<void> {
    await untilIdle();
    if (!head.edited && head.version > draft.version) versionMade(head.version, head.revision);
    if (head.revision <= draft.revision) return;
    const theirs = await options.read();
    await untilIdle();
    if (theirs.revision > draft.revision) receive(theirs);
  }

  function versionMade(version: number, revision: number): void {
    if (draft.revision !== revision || draft.version > version) return;
    draft = { revision, version, edited: false };
    report(statusOf(state()));
  }

  function adopt(next: PipelineDocument, held: ServerDraft): void {
    draft = held;
    side = savedSide(next);
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

  /** The own value replaces theirs where a conflict ends with an edit, so theirs is kept as a version. */
  function followConflicts(): void {
    const open = side.conflicts.length;
    side = withEdit(side, document(), descriptors);
    if (side.conflicts.length < open) keepReplaced = true;
    void drafts.write(currentDraft());
    if (side.conflicts.length === 0) plan(DEBOUNCE_MS);
    reportEdits();
  }

  function onChange(): void {
    const current = document();
    if (current === seen) return;
    seen = current;
    if (side.conflicts.length > 0) {
      followConflicts();
      return;
    }
    const { status } = state();
    if (current === side.saved && sending === undefined) {
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
      isStarted = true;
      seen = document();
      if (isDirty()) plan(DEBOUNCE_MS);
      return () => {
        stop();
        isStarted = false;
        timers.stop(timer);
        if (!isDirty()) return;
        void drafts.write(currentDraft());
        // One attempt: without an answer, the next visit restores what is stored on this device.
        void flush();
      };
    },
    flush,
    isDirty,
    keepNow: () => !isDirty() || drafts.writeNow(currentDraft()),
    restore(kept, mine) {
      const theirs = side.saved;
      const base = kept.baseRevision === draft.revision ? theirs : baseOf(kept);
      const received = receiveDraft({ ...savedSide(theirs), base }, { mine, theirs }, descriptors);
      side = received.side;
      store.edit('Restore unsaved edits', () => received.document);
    },
    follow,
    resolve(conflicts, choice) {
      const result = withChoice(side, { document: document(), chosen: conflicts, choice }, descriptors);
      side = result.side;
      if (choice === 'mine') keepReplaced = true;
      seen = result.document;
      const label = choice === 'mine' ? 'Keep my value' : 'Use the other value';
      store.edit(label, () => result.document);
      if (!isDirty()) void drafts.clear();
      const next = reportEdits();
      return next.status === 'conflict' ? Promise.resolve(next) : flush();
    },
    adopt,
    versionMade,
    hold(work) {
      const begun = work();
      const release = () => {
        if (held === done) held = undefined;
      };
      const done: Promise<void> = begun.then(release, release);
      held = done;
      return begun;
    },
  };
}

/** The document that kept edits were made from; drafts of earlier releases do not have it. */
function baseOf({ base }: Draft): PipelineDocument {
  const read = base === undefined ? undefined : importPipeline(base);
  return read?.ok ? read.document : NO_BASE;
}
