'use client';

import { useEffect, useMemo, useRef } from 'react';
import { CanvasFrame } from '@/components/editor/canvas/canvas-frame';
import type { CommandContext } from '@/components/editor/commands/command';
import { selectStep } from '@/components/editor/model/derived';
import { EMPTY_SELECTION, selectSteps } from '@/components/editor/model/selection';
import { createSession, type ViewMemory } from '@/components/editor/session';
import { CommandsProvider } from '@/components/editor/use-commands';
import { EditorProvider } from '@/components/editor/use-editor';
import { useEditorKeys } from '@/components/editor/use-editor-keys';
import { useToast } from '@/components/ui/toast';
import type { Descriptors, PipelineDocument } from '@/engine';
import styles from './pipeline-view.module.css';

export interface PipelineViewProps {
  document: PipelineDocument;
  descriptors: Descriptors;
  selectedStep: string | undefined;
  onSelectStep: (id: string | undefined) => void;
  /** Keeps what is in sight between two canvases of the same pipeline. */
  memory?: ViewMemory;
  /** Leaves the run, with Esc. */
  onExit?: () => void;
}

/** A pipeline to look at: the editor's canvas without its edits. */
export function PipelineView({
  document,
  descriptors,
  selectedStep,
  onSelectStep,
  memory,
  onExit,
}: PipelineViewProps) {
  const root = useRef<HTMLDivElement>(null);
  const notify = useToast();
  const session = useMemo(
    () =>
      createSession({ document, descriptors, pipelineId: '', readOnly: true, ...(memory ? { memory } : {}) }),
    [document, descriptors, memory],
  );
  const context = useMemo<CommandContext>(
    () => ({ session, lens: true, notify, startRun: () => {}, exitLens: onExit ?? (() => {}) }),
    [session, notify, onExit],
  );
  useEditorKeys(root, context);
  // The two selections follow each other: the page's address and panels on one side, the canvas on the other.
  useEffect(() => {
    const known = selectedStep !== undefined && selectStep(document, selectedStep) !== undefined;
    const current = session.store.getState().selection.steps;
    if (!known) {
      if (current.length > 0) session.store.select(EMPTY_SELECTION);
      return;
    }
    if (current.length === 1 && current[0] === selectedStep) return;
    session.store.select(selectSteps(selectedStep));
    session.view.get()?.reveal([selectedStep]);
  }, [session, document, selectedStep]);
  useEffect(() => {
    let last = session.store.getState().selection.steps;
    return session.store.subscribe(() => {
      const { steps } = session.store.getState().selection;
      if (steps === last) return;
      last = steps;
      onSelectStep(steps.at(-1));
    });
  }, [session, onSelectStep]);
  return (
    <EditorProvider value={session}>
      <CommandsProvider value={context}>
        <div ref={root} className={styles.view}>
          <CanvasFrame key={session.key} />
        </div>
      </CommandsProvider>
    </EditorProvider>
  );
}
