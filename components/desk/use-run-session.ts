'use client';

import { useEffect, useMemo } from 'react';
import { selectStep } from '@/components/editor/model/derived';
import { EMPTY_SELECTION, selectSteps } from '@/components/editor/model/selection';
import { createSession, type DeskState, type EditorSession } from '@/components/editor/session';
import type { RunLens } from '@/components/run-state/run-context';
import { indexDescriptors } from '@/engine';

export interface RunSessionOptions {
  /** The shown run; undefined while there is none. */
  lens: RunLens | undefined;
  pipelineId: string;
  /** State of the desk, shared by all runs shown on the page. */
  desk: DeskState;
}

const NO_DESCRIPTORS = indexDescriptors([]);

/** The definition of a run as a read-only document; empty until it is loaded, undefined without a run. */
export function useRunSession({ lens, pipelineId, desk }: RunSessionOptions): EditorSession | undefined {
  const isShown = lens !== undefined;
  const definition = lens?.definition;
  const session = useMemo(() => {
    if (!isShown) return undefined;
    return createSession({
      document: definition?.document ?? { steps: [] },
      descriptors: definition?.descriptors ?? NO_DESCRIPTORS,
      pipelineId,
      readOnly: true,
      desk,
    });
  }, [isShown, definition, pipelineId, desk]);
  useSelectionOf(session, lens);
  return session;
}

/** Synchronises the selection of the canvas with the focus of the run, which URL and panels use. */
function useSelectionOf(session: EditorSession | undefined, lens: RunLens | undefined): void {
  const step = lens?.focus.step;
  const setFocus = lens?.setFocus;
  // The canvas, from the page.
  useEffect(() => {
    if (session === undefined) return;
    const { document, selection } = session.store.getState();
    const known = step !== undefined && selectStep(document, step) !== undefined;
    if (!known) {
      if (selection.steps.length > 0) session.store.select(EMPTY_SELECTION);
      return;
    }
    if (selection.steps.length === 1 && selection.steps[0] === step) return;
    session.store.select(selectSteps(step));
    session.view.get()?.reveal([step]);
  }, [session, step]);
  // The page, from the canvas.
  useEffect(() => {
    if (session === undefined) return;
    let last = session.store.getState().selection.steps;
    return session.store.subscribe(() => {
      const { steps } = session.store.getState().selection;
      if (steps === last) return;
      last = steps;
      setFocus?.({ step: steps.at(-1) });
    });
  }, [session, setFocus]);
}
