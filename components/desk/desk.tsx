'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { queryFor } from '@/client/queries';
import { CanvasFrame } from '@/components/editor/canvas/canvas-frame';
import type { CommandContext } from '@/components/editor/commands/command';
import { ActionPicker } from '@/components/editor/dialogs/action-picker';
import { ShortcutsSheet } from '@/components/editor/dialogs/shortcuts-sheet';
import { SaveBanner } from '@/components/editor/saving/save-banner';
import { useSave } from '@/components/editor/saving/use-save';
import type { EditorSession } from '@/components/editor/session';
import { EditorTopBar } from '@/components/editor/top-bar/editor-top-bar';
import { useTriggerInAddress } from '@/components/editor/triggers/use-trigger-in-address';
import { CommandsProvider } from '@/components/editor/use-commands';
import { useEditor, useInteraction, useObservable, useSession } from '@/components/editor/use-editor';
import { useEditorKeys } from '@/components/editor/use-editor-keys';
import { usePageSize } from '@/components/editor/use-page-size';
import { useStartRun } from '@/components/editor/use-start-run';
import { useWidth } from '@/components/editor/use-width';
import { RunBanner } from '@/components/run/run-banner';
import { RunDialog } from '@/components/run/run-form';
import { useLens, useOptionalLens } from '@/components/run-state/run-context';
import { AppShell } from '@/components/shell/app-shell';
import { patch } from '@/components/ui/observable';
import { Spinner } from '@/components/ui/spinner';
import { useToast } from '@/components/ui/toast';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import type { PipelineDetail } from '@/lib/contracts/pipelines';
import styles from './desk.module.css';
import { EditingDock } from './dock';
import type { EditorActions } from './editor-actions';
import { LeftPanel } from './left-panel';
import { PipelineView } from './pipeline-view';
import { Resizer, usePanelSize } from './resizer';
import { RightPanel } from './right-panel';

export interface DeskProps {
  pipeline: PipelineDetail;
  actions: EditorActions;
  /** Looks at a run, or stops looking with undefined. */
  onOpenRun: (runId: string | undefined) => void;
}

const LEFT = { first: 264, min: 200, max: 420 };
const RIGHT = { first: 360, min: 320 };

/** Everything on the editor's page: bar, left panel, canvas, dock and inspector, for editing and for looking at a run. */
export function Desk({ pipeline, actions, onOpenRun }: DeskProps) {
  const session = useSession();
  const notify = useToast();
  const lens = useOptionalLens();
  const width = useWidth();
  const root = useRef<HTMLDivElement>(null);
  const saving = useSave(session, pipeline, actions.save);
  useObservedShapes(session);
  const run = useStartRun({
    session,
    controller: saving.controller,
    send: actions.start,
    onStarted: onOpenRun,
  });
  const left = usePanelSize('left', LEFT);
  const right = usePanelSize('inspector', { ...RIGHT, max: usePageSize().width / 2 });
  const dialog = useInteraction((interaction) => interaction.dialog);
  const declarations = useEditor((state) => state.document.params) ?? {};
  const held = useEditor((state) => state.save);
  const { begin } = run;
  const isLens = lens !== undefined;
  const latest = useRef(begin);
  latest.current = begin;
  const context = useMemo<CommandContext>(
    () => ({
      session,
      lens: isLens,
      notify,
      startRun: () => latest.current(),
      exitLens: () => onOpenRun(undefined),
    }),
    [session, isLens, notify, onOpenRun],
  );
  useEditorKeys(root, context);
  usePanelControl(root);
  usePanelsOfLens(isLens);
  useTriggerInAddress(isLens);
  const flush = async () => saving.controller?.flush();
  return (
    <CommandsProvider value={context}>
      <AppShell
        layout="canvas"
        top={
          <EditorTopBar
            name={pipeline.name}
            starting={run.starting}
            duplicate={actions.duplicate}
            flush={flush}
          />
        }
      >
        <div ref={root} className={styles.work} data-width={width}>
          <div className={styles.leftBox} style={width === 'narrow' ? undefined : { width: left.size }}>
            <LeftPanel onOpenRun={onOpenRun} narrow={width === 'narrow'} />
          </div>
          {width !== 'narrow' && (
            <>
              <Resizer
                label="Left panel width"
                orientation="vertical"
                grows="right"
                size={left.size}
                min={LEFT.min}
                max={LEFT.max}
                onResize={left.setSize}
              />
              <div className={styles.middle}>
                {isLens ? (
                  <RunBanner onExit={() => onOpenRun(undefined)} current={held} />
                ) : (
                  <SaveBanner saving={saving} />
                )}
                <div className={styles.canvas}>
                  {isLens ? <LensCanvas onExit={() => onOpenRun(undefined)} /> : <CanvasFrame />}
                </div>
                <EditingDock />
              </div>
            </>
          )}
          <RightPanel width={width} size={right.size} onResize={right.setSize} min={RIGHT.min} />
        </div>
        <Announcer />
        <ActionPicker />
        <ShortcutsSheet />
        {dialog === 'run' && (
          <RunDialog
            pipelineId={pipeline.id}
            declarations={declarations}
            start={run.start}
            onStarted={run.started}
            onClose={() => patch(session.interaction, { dialog: 'none' })}
          />
        )}
      </AppShell>
    </CommandsProvider>
  );
}

/** Speaks what commands did. */
function Announcer() {
  const { announcement } = useSession();
  const sentence = useObservable(announcement, (value) => value);
  return (
    <div className={styles.spoken} aria-live="polite" role="log">
      {sentence}
    </div>
  );
}

/** Lets commands move the keyboard to the panels. */
function usePanelControl(root: React.RefObject<HTMLElement | null>): void {
  const session = useSession();
  // The rest of the editor, which reaches the panels only through this.
  useEffect(() => {
    const focus = (selector: string) =>
      requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(selector)?.focus());
    session.panels.set({
      focusInspector() {
        const { panel } = session.store.getState();
        session.store.set({ panel: { ...panel, inspector: true } });
        focus('[data-inspector] :is(input, textarea, .cm-content, button)');
      },
      focusLeft: () => focus('[data-outline]'),
      focusDock: () => focus('[data-dock] [role="tab"][aria-selected="true"]'),
    });
    return () => session.panels.set(undefined);
  }, [session, root]);
}

/** Looking at a run opens its timeline and the list of runs; leaving it brings back what was there. */
function usePanelsOfLens(lens: boolean): void {
  const { store } = useSession();
  // The store outlives both views of the pipeline.
  useEffect(() => {
    if (!lens) return;
    const { dock, left } = store.getState().panel;
    store.set({ panel: { ...store.getState().panel, dock: 'timeline', left: 'runs' } });
    return () => store.set({ panel: { ...store.getState().panel, dock, left } });
  }, [lens, store]);
}

/** Reads what the newest runs gave, at first and after each run that is looked at; without it nothing is missing. */
function useObservedShapes({ pipelineId, observed }: EditorSession): void {
  const { data } = useQuery({
    ...queryFor(pipelineEndpoints.shapes, { pipelineId }),
    refetchOnWindowFocus: 'always',
  });
  // Checks and completion live outside React and read the session.
  useEffect(() => {
    if (data !== undefined) observed.set(data);
  }, [data, observed]);
}

interface LensCanvasProps {
  onExit: () => void;
}

/** The definition that a run was started with, where the editor's canvas was. */
function LensCanvas({ onExit }: LensCanvasProps) {
  const { memory } = useSession();
  const { definition, focus, setFocus } = useLens();
  const onSelectStep = useCallback((step: string | undefined) => setFocus({ step }), [setFocus]);
  if (definition === undefined) return <Spinner label="Loading the definition" className={styles.loading} />;
  return (
    <PipelineView
      document={definition.document}
      descriptors={definition.descriptors}
      selectedStep={focus.step}
      onSelectStep={onSelectStep}
      memory={memory}
      onExit={onExit}
    />
  );
}
