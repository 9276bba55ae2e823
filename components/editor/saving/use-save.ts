'use client';

import { useEffect, useRef, useState } from 'react';
import { callApi } from '@/client/api';
import { followDraft } from '@/client/draft-events';
import { formatPipeline, importPipeline } from '@/engine';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import type { SaveDraftInput, SaveDraftResult } from '@/lib/contracts/pipelines';
import { announce } from '../commands/command';
import { createDraftStore, type Draft } from '../model/drafts';
import { createLargeDraftStore } from '../model/large-drafts';
import { createSaveController } from '../model/save';
import type { SaveController, ServerDraft } from '../model/save-state';
import { createTextDraftStore } from '../model/text-drafts';
import { isTextStored, restoreText } from '../panels/open-text';
import { tabId } from '../presence/tab-id';
import { type EditorSession, pageTimers } from '../session';
import { sendThrough } from './send-draft';

export interface Saving {
  readonly controller: SaveController | undefined;
  /** Restored edits of an earlier visit; undefined when there were none. */
  readonly restored: Draft | undefined;
  dismissRestored(): void;
}

/**
 * One controller for each session, not for each mount: showing a run mounts the editor again, and the state of saving
 * must survive that.
 */
const controllers = new WeakMap<EditorSession, SaveController>();

/**
 * Saves the open pipeline automatically, restores unsaved edits of an earlier visit, and warns before unsaved edits are
 * left.
 */
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
  // The server, the storage of this device and the page's lifecycle are outside React.
  useEffect(() => {
    const { pipelineId, store } = session;
    const drafts = createDraftStore(pipelineId, storage(), largeDrafts(pipelineId));
    const made =
      controllers.get(session) ??
      createSaveController({
        store,
        pipelineId,
        opened: first.current,
        descriptors: session.descriptors,
        send: sendThrough((input) => latest.current(input)),
        read: () => callApi(pipelineEndpoints.get, { id: pipelineId }),
        drafts,
        timers: pageTimers,
        now: () => new Date(),
        onMerged: () => announce(session, 'Changes made elsewhere were added to this pipeline.'),
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
      made.restore(draft, read.document);
      setRestored(draft);
    };
    // Reading fails only without storage; then there is nothing to restore.
    restore()
      .catch(() => setRestored(undefined))
      .finally(() => {
        // The text was typed over the restored edits.
        if (!gone) restoreText(store, createTextDraftStore(pipelineId, storage()), session.descriptors);
      });
    const onLeave = (event: BeforeUnloadEvent) => {
      // Edits that are stored on this device are restored by the next visit.
      if (!made.keepNow() || !isTextStored(store)) event.preventDefault();
    };
    const onOnline = () => void made.flush();
    const onHide = () => {
      if (document.visibilityState === 'hidden' && made.isDirty()) void made.flush();
    };
    const unfollow = followDraft({
      pipelineId,
      // Without the server the draft is read again by the next message or save.
      onHead: (head) => void made.follow(head).catch(() => undefined),
      onTabs: (tabs) => session.others.set(tabs.filter(({ tab }) => tab !== tabId())),
      page: document,
      timers: pageTimers,
    });
    window.addEventListener('beforeunload', onLeave);
    window.addEventListener('online', onOnline);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      gone = true;
      unfollow();
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
    // Storage is disabled in this browser.
    return undefined;
  }
}

function largeDrafts(pipelineId: string) {
  return typeof indexedDB === 'undefined' ? undefined : createLargeDraftStore(pipelineId, indexedDB);
}
