'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { urlOf } from '@/client/api';
import { followRun } from '@/client/events';
import type { RunFeed } from '@/client/feed';
import { keyOf, queryFor } from '@/client/queries';
import { readDefinition } from '@/components/run-state/definition';
import { moveFocus, NO_FOCUS, type RunFocus, writeFocus } from '@/components/run-state/permalink';
import { type RunActions, RunContext, type RunLens } from '@/components/run-state/run-context';
import { createRunStore } from '@/components/run-state/run-store';
import { type ActionDescriptor, indexDescriptors } from '@/engine';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import type { RunDetail } from '@/lib/contracts/runs';
import { invalidateRunLists } from './queries';

export interface RunProviderProps {
  /** The run to look at; undefined switches the lens off. */
  runId: string | undefined;
  children: ReactNode;
  /** What a person can do to a run. Without them the run can only be read. */
  actions?: RunActions;
  descriptors?: readonly ActionDescriptor[];
  /** The run's record, when the page has it already. */
  detail?: RunDetail;
  /** What the address pointed at. */
  focus?: RunFocus;
  /** Told when another step is looked at, so that the canvas can select it. */
  onStep?: (step: string | undefined) => void;
  /** Goes to another run. @default its own page */
  onOpenRun?: (runId: string) => void;
}

/** Puts everything below it under the lens of one run: follows its journal and keeps the address in step with what is looked at. */
export function RunProvider({ runId, children, focus, ...rest }: RunProviderProps) {
  // The address belongs to the run it came with, not to those that are opened later.
  const [firstRun] = useState(runId);
  if (runId === undefined) return <RunContext value={undefined}>{children}</RunContext>;
  return (
    <LiveRunProvider key={runId} runId={runId} {...(focus && runId === firstRun ? { focus } : {})} {...rest}>
      {children}
    </LiveRunProvider>
  );
}

const NO_DESCRIPTORS: readonly ActionDescriptor[] = [];

function LiveRunProvider({
  runId,
  children,
  actions,
  descriptors = NO_DESCRIPTORS,
  detail: firstDetail,
  focus: firstFocus = NO_FOCUS,
  onStep,
  onOpenRun = goToRun,
}: RunProviderProps & { runId: string }) {
  const [expectedSeq] = useState(firstDetail?.lastSeq ?? 1);
  const [store] = useState(() => createRunStore({ expectedSeq }));
  const [focus, setFocus] = useState(firstFocus);
  const queries = useQueryClient();
  const feed = useRef<RunFeed | undefined>(undefined);
  const { data: detail, refetch } = useQuery({
    ...queryFor(runEndpoints.get, { id: runId }),
    ...(firstDetail ? { initialData: firstDetail } : {}),
    staleTime: Number.POSITIVE_INFINITY,
  });

  const text = detail?.documentText;
  const definition = useMemo(
    () => (text === undefined ? undefined : readDefinition(text, indexDescriptors(descriptors))),
    [text, descriptors],
  );

  // The run's event stream on the server.
  useEffect(() => {
    const opened = followRun({
      url: urlOf(runEndpoints.events, { id: runId }),
      snapshotUrl: urlOf(runEndpoints.snapshot, { id: runId }),
      newest: expectedSeq,
      after: store.getState()?.seq ?? 0,
      onEvents: store.receive,
      onContact(contact) {
        store.setContact(contact);
        // The record holds what the journal does not, such as the final duration.
        if (contact.state !== 'ended') return;
        void refetch();
        invalidateRunLists(queries);
        void queries.invalidateQueries({ queryKey: keyOf(pipelineEndpoints.shapes) });
      },
    });
    feed.current = opened;
    // It may have been started a moment ago, so that no list has it yet.
    invalidateRunLists(queries);
    const retry = () => opened.retryNow();
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      opened.close();
    };
  }, [runId, store, expectedSeq, refetch, queries]);

  // The address bar: a copied address leads back to what is looked at.
  useEffect(() => {
    const query = writeFocus(new URLSearchParams(window.location.search), focus).toString();
    const next = query ? `?${query}` : '';
    if (next !== window.location.search) {
      window.history.replaceState(
        window.history.state,
        '',
        `${window.location.pathname}${next}${window.location.hash}`,
      );
    }
  }, [focus]);

  const lens = useMemo<RunLens>(
    () => ({
      runId,
      store,
      detail,
      definition,
      actions,
      focus,
      setFocus(change) {
        const next = moveFocus(focus, change);
        if (next === focus) return;
        setFocus(next);
        if (next.step !== focus.step) onStep?.(next.step);
      },
      openRun: onOpenRun,
      retryNow: () => feed.current?.retryNow(),
    }),
    [runId, store, detail, definition, actions, focus, onStep, onOpenRun],
  );
  return <RunContext value={lens}>{children}</RunContext>;
}

function goToRun(runId: string): void {
  window.location.assign(`/runs/${encodeURIComponent(runId)}`);
}
