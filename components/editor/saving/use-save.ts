'use client';

import { useEffect, useRef, useState } from 'react';
import { formatPipeline, importPipeline } from '@/engine';
import type { SaveDraftInput, SaveDraftResult } from '@/lib/contracts/pipelines';
import { createDraftStore, type Draft } from '../model/drafts';
import { createLargeDraftStore } from '../model/large-drafts';
import { createSaveController, type SaveController, type ServerDraft } from '../model/save';
import { type EditorSession, pageTimers } from '../session';
import { sendThrough } from './send-draft';

export interface Saving {
  readonly controller: SaveController | undefined;
  /** Edits of an earlier visit that were put back; undefined when there were none. */
  readonly restored: Draft | undefined;
  dismissRestored(): void;
}

/**
 * One for each session, not for each drawing of it: a run's lens draws the editor anew, and which version the server
 * holds and what it lacks must survive that.
 */
const controllers = new WeakMap<EditorSession, SaveController>();

/** Saves the open pipeline by itself, puts back what an earlier visit could not save, and asks before unsaved edits are left. */
export function useSave(
  session: EditorSession,
  opened: ServerDraft,
  save: (input: SaveDraftInput) => Promise<SaveDraftResult>,
): Saving {
  const [controller, setController] = useState<SaveController>();
  const [restored, setRestored] = useState<Draft>();
  const first = useRef(opened);
  const latest = useRef(save);
  latest.current = save;
  // The server, this device's storage and the page's life: all outside React.
  useEffect(() => {
    const { pipelineId, store } = session;
    const drafts = createDraftStore(pipelineId, storage(), largeDrafts(pipelineId));
    const made =
      controllers.get(session) ??
      createSaveController({
        store,
        pipelineId,
        opened: first.current,
        send: sendThrough((input) => latest.current(input)),
        drafts,
        timers: pageTimers,
        now: () => new Date(),
      });
    controllers.set(session, made);
    setController(made);
    const stop = made.start();
    let gone = false;
    const restore = async () => {
      const draft = await drafts.read();
      if (draft === undefined || gone || made.isDirty()) return;
      const read = importPipeline(draft.text);
      if (!read.ok || draft.text === formatPipeline(store.getState().document)) {
        await drafts.clear();
        return;
      }
      made.rebase(draft.baseRevision);
      store.edit('Restore unsaved edits', () => read.document);
      setRestored(draft);
    };
    // Reading storage fails only where there is none; then there is nothing to put back.
    restore().catch(() => setRestored(undefined));
    const onLeave = (event: BeforeUnloadEvent) => {
      if (made.isDirty()) event.preventDefault();
    };
    const onOnline = () => void made.flush();
    const onHide = () => {
      if (document.visibilityState === 'hidden' && made.isDirty()) void made.flush();
    };
    window.addEventListener('beforeunload', onLeave);
    window.addEventListener('online', onOnline);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      gone = true;
      stop();
      window.removeEventListener('beforeunload', onLeave);
      window.removeEventListener('online', onOnline);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [session]);
  return { controller, restored, dismissRestored: () => setRestored(undefined) };
}

function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    // Storage is switched off in this browser.
    return undefined;
  }
}

function largeDrafts(pipelineId: string) {
  return typeof indexedDB === 'undefined' ? undefined : createLargeDraftStore(pipelineId, indexedDB);
}
