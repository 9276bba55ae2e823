'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError } from '@/client/api';
import { followRun } from '@/client/events';
import type { RunFeed } from '@/client/feed';
import { queryFor } from '@/client/queries';
import { readDefinition } from '@/components/run-state/definition';
import { firstLooksOf } from '@/components/run-state/first-look';
import { moveFocus, NO_FOCUS, type RunFocus } from '@/components/run-state/permalink';
import type { RunActions, RunLens } from '@/components/run-state/run-context';
import { createRunStore, type RunStore } from '@/components/run-state/run-store';
import type { StepFix } from '@/components/run-state/step-fix';
import { type ActionDescriptor, indexDescriptors, type StepDigest } from '@/engine';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import type { RunDetail } from '@/lib/contracts/runs';
import { FileRefresh } from './files/file-refresh';
import { beforeItsEnd } from './past-detail';
import { invalidateExamples, invalidateRunLists } from './queries';
import { useAddress } from './use-address';

export interface LiveRunOptions {
  /** The run to show; undefined for none. */
  runId: string | undefined;
  /** Commands of a run. Without them the run is read-only. */
  actions?: RunActions;
  descriptors?: readonly ActionDescriptor[];
  /** The run's record, when the page was rendered with it. */
  detail?: RunDetail;
  /** How the steps of that run ended, if it has. */
  endedSteps?: readonly StepDigest[];
  /** The focus in the URL. */
  focus?: RunFocus;
  /** The instant in the URL, in ms since the start of the run. @default the newest state */
  offsetMs?: number | undefined;
  /** The selected step when a run is opened; shown first if the run has it. */
  selectedStep?: () => string | undefined;
  /** Called when another step is shown, so that the canvas can select it. */
  onStep?: (step: string | undefined) => void;
  /** Opens another run. @default opens its own page */
  onOpenRun?: (runId: string) => void;
  /** Opens the editor with a change of a step. */
  onEdit?: (fix: StepFix) => void;
}

const NO_DESCRIPTORS: readonly ActionDescriptor[] = [];

/** An open run with its own store and focus. */
interface OpenedRun {
  readonly runId: string | undefined;
  readonly store: RunStore;
  /** Number of the newest event when the page was rendered. */
  readonly expectedSeq: number;
  readonly focus: RunFocus;
  /** Whether the focus is the selection from before the run was opened, which counts only if the run has the step. */
  readonly isCarried: boolean;
}

function openRun(options: LiveRunOptions, before?: OpenedRun): OpenedRun {
  const { runId, detail, endedSteps = [], focus = NO_FOCUS, offsetMs, selectedStep } = options;
  const isRendered = detail?.id === runId;
  const expectedSeq = isRendered ? (detail?.lastSeq ?? 1) : 1;
  const selected = before?.runId === undefined ? selectedStep?.() : before.focus.step;
  const step = focus.step === undefined ? selected : undefined;
  const store = createRunStore({
    expectedSeq,
    ...(isRendered ? { firstLooks: firstLooksOf(endedSteps) } : {}),
  });
  store.show(offsetMs);
  return {
    runId,
    store,
    expectedSeq,
    focus: step === undefined ? focus : moveFocus(NO_FOCUS, { step }),
    isCarried: step !== undefined,
  };
}

/** Follows the journal of a run and writes its focus to the URL; undefined without a run. */
export function useLiveRun(options: LiveRunOptions): RunLens | undefined {
  const { runId, actions, descriptors = NO_DESCRIPTORS, onStep, onOpenRun = goToRun, onEdit } = options;
  const [opened, setOpened] = useState(() => openRun(options));
  if (opened.runId !== runId) setOpened(openRun(options, opened));
  const { store, expectedSeq, isCarried } = opened;
  const { detail, missing, refetch } = useRunDetail(runId, options.detail);
  const text = detail?.documentText;
  const definition = useMemo(
    () => (text === undefined ? undefined : readDefinition(text, indexDescriptors(descriptors))),
    [text, descriptors],
  );
  const isUnknown = isCarried && !definition?.steps.has(opened.focus.step ?? '');
  const focus = isUnknown ? NO_FOCUS : opened.focus;
  const feed = useFeed({ runId, store, expectedSeq, refetch });
  useAddress(runId, focus, store);
  const isPast = useIsPast(store);
  return useMemo<RunLens | undefined>(() => {
    if (runId === undefined) return undefined;
    return {
      runId,
      store,
      detail: isPast ? detail && beforeItsEnd(detail) : detail,
      definition,
      // Commands apply to the newest state, which is not shown.
      actions: isPast ? undefined : actions,
      missing,
      focus,
      setFocus(change) {
        const next = moveFocus(focus, change);
        if (next === focus) return;
        setOpened((current) => ({ ...current, focus: next, isCarried: false }));
        if (next.step !== focus.step) onStep?.(next.step);
      },
      openRun: onOpenRun,
      edit: onEdit,
      retryNow: () => feed.current?.retryNow(),
    };
  }, [runId, store, isPast, detail, definition, actions, missing, focus, onStep, onOpenRun, onEdit, feed]);
}

/** The run's record. */
function useRunDetail(runId: string | undefined, first: RunDetail | undefined) {
  const {
    data: detail,
    error,
    refetch,
  } = useQuery({
    ...queryFor(runEndpoints.get, { id: runId ?? '' }),
    enabled: runId !== undefined,
    ...(first !== undefined && first.id === runId ? { initialData: first } : {}),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, problem) => failures < 1 && !isMissing(problem),
  });
  const missing = detail === undefined && isMissing(error) ? error.message : undefined;
  return { detail, missing, refetch };
}

/** Whether the run does not exist, which asking again does not change. */
function isMissing(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

interface FeedOptions {
  runId: string | undefined;
  store: RunStore;
  expectedSeq: number;
  /** Reads the run's record again. */
  refetch: () => Promise<unknown>;
}

/** Follows the event stream of a run into its store. */
function useFeed({ runId, store, expectedSeq, refetch }: FeedOptions) {
  const queries = useQueryClient();
  const feed = useRef<RunFeed | undefined>(undefined);
  // The run's event stream on the server.
  useEffect(() => {
    if (runId === undefined) return;
    let isListed = false;
    let hasEnded = false;
    const files = new FileRefresh(queries, runId);
    const opened = followRun({
      runId,
      snapshots: true,
      newest: expectedSeq,
      after: store.getState()?.seq ?? 0,
      onEvents(events) {
        // It may have been started just now and be missing in lists.
        if (!isListed) invalidateRunLists(queries);
        isListed = true;
        store.receive(events);
        files.onEvents(events);
      },
      onContact(contact) {
        store.setContact(contact);
        // The record contains what the journal does not, such as the final duration.
        if (contact.state !== 'ended') return;
        hasEnded = true;
        void refetch();
        invalidateRunLists(queries);
        invalidateExamples(queries);
      },
    });
    feed.current = opened;
    const retry = () => opened.retryNow();
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      files.close();
      opened.close();
      // It changed since the lists were read, or no event of it was received yet.
      if (!hasEnded) invalidateRunLists(queries);
    };
  }, [runId, store, expectedSeq, refetch, queries]);
  return feed;
}

/** Whether a past instant is shown. */
function useIsPast(store: RunStore): boolean {
  const read = () => store.getShown() !== undefined;
  return useSyncExternalStore(store.subscribe, read, () => false);
}

function goToRun(runId: string): void {
  window.location.assign(`/runs/${encodeURIComponent(runId)}`);
}
