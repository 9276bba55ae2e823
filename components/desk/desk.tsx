'use client';

import { Activity, Fragment, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { BreakpointDialog } from '@/components/editor/breakpoints/breakpoint-dialog';
import { useBreakpointServices } from '@/components/editor/breakpoints/breakpoint-services';
import { CanvasFrame } from '@/components/editor/canvas/canvas-frame';
import type { CommandContext } from '@/components/editor/commands/command';
import { ShortcutsSheet } from '@/components/editor/dialogs/shortcuts-sheet';
import { FindPanel } from '@/components/editor/find/find-panel';
import { LineagePanel } from '@/components/editor/lineage/lineage-panel';
import type { EditorSession } from '@/components/editor/session';
import { CommandsProvider } from '@/components/editor/use-commands';
import { DocumentScope, useObservable } from '@/components/editor/use-editor';
import { useEditorKeys } from '@/components/editor/use-editor-keys';
import { useIsNarrow } from '@/components/editor/use-is-narrow';
import { usePauses } from '@/components/run/debug/pause-context';
import { useRerun } from '@/components/run-state/rerun-preview';
import { AppShell } from '@/components/shell/app-shell';
import { patch } from '@/components/ui/observable';
import { Spinner } from '@/components/ui/spinner';
import { useTextScale } from '@/components/ui/use-text-scale';
import styles from './desk.module.css';
import { DeskContext, type DeskMode, type DeskValue } from './desk-context';
import { Dock } from './dock';
import { InspectorFrame } from './inspector-frame';
import { LeftPanel } from './left-panel';
import { leftLimits } from './panel-layout';
import { Resizer } from './resizer';
import { useDeskBar } from './use-desk-bar';
import { type DeskPanels, PanelsContext, usePanels } from './use-panels';
import { useStoreScreen } from './use-store-screen';

export interface DeskProps {
  mode: DeskMode;
  /** The target of commands and shortcuts; its session is the document on the canvas. */
  context: CommandContext;
  /** The heading of the page, for screen readers: the bar shows it. */
  title: string;
  /** The bar at the top of the page. */
  top: ReactNode;
  /** Shown above the canvas. */
  banner: ReactNode;
  /** Whether the document is still being loaded. */
  isLoading?: boolean;
  openRun: (runId: string) => void;
  /** The inspector of the pipeline; undefined where nothing can be edited. */
  inspector?: ReactNode;
  /** Dialogs. */
  children?: ReactNode;
}

type Part = 'left' | 'banner' | 'canvas' | 'dock' | 'inspector';

/** The parts of the desk in their reading and tab order. On a phone the parts of a run are below each other. */
function orderOf(isNarrow: boolean, mode: DeskMode): readonly Part[] {
  if (!isNarrow) return ['left', 'banner', 'canvas', 'dock', 'inspector'];
  return mode === 'edit'
    ? ['banner', 'left', 'inspector']
    : ['banner', 'dock', 'inspector', 'canvas', 'left'];
}

/** The layout of editor and run pages: left panel, canvas, dock and inspector. */
export function Desk(props: DeskProps) {
  const { mode, context: given, title, top, banner, isLoading = false, openRun, inspector, children } = props;
  const context = useRunCommandsOf(given);
  const { session } = context;
  const isNarrow = useIsNarrow();
  const root = useRef<HTMLDivElement>(null);
  const panels = usePanels();
  useEditorKeys(root, context);
  useDeskBar(context);
  usePanelControl(root, session, panels);
  useStoreScreen(session);
  const desk = useMemo<DeskValue>(() => ({ mode, session, openRun }), [mode, session, openRun]);
  const { left } = panels.layout;
  const { min, max } = leftLimits(useTextScale());
  const find = (
    <DocumentScope value={session}>
      <FindPanel />
      {!isLoading && <LineagePanel />}
    </DocumentScope>
  );
  const parts: Readonly<Record<Part, ReactNode>> = {
    left: (
      <Activity mode={isNarrow || left > 0 ? 'visible' : 'hidden'}>
        <div className={styles.left} style={isNarrow ? undefined : { width: left }}>
          <LeftPanel narrow={isNarrow} />
        </div>
        {!isNarrow && (
          <div className={styles.leftGrip}>
            <Resizer
              label="Left panel width"
              orientation="vertical"
              grows="right"
              size={left}
              min={min}
              max={max}
              onResize={(size) => panels.setSize('left', size)}
            />
          </div>
        )}
      </Activity>
    ),
    banner: (
      <div className={styles.banner}>
        {banner}
        {isNarrow && find}
      </div>
    ),
    canvas: (
      <div className={styles.canvas}>
        <DocumentScope value={session}>
          {isLoading ? (
            <Spinner label="Loading the definition" className={styles.loading} />
          ) : (
            <CanvasFrame key={session.key} />
          )}
        </DocumentScope>
        {!isNarrow && find}
      </div>
    ),
    dock: (
      <div className={styles.dock}>
        <Dock />
      </div>
    ),
    inspector: <InspectorFrame>{inspector}</InspectorFrame>,
  };
  return (
    <CommandsProvider value={context}>
      <DeskContext value={desk}>
        <PanelsContext value={isNarrow ? undefined : panels}>
          <AppShell layout="canvas" top={top}>
            <h1 className={styles.spoken}>{title}</h1>
            <div ref={root} className={styles.work} data-narrow={isNarrow} data-mode={mode}>
              {orderOf(isNarrow, mode).map((part) => (
                <Fragment key={part}>{parts[part]}</Fragment>
              ))}
            </div>
            <Announcer session={session} />
            <ShortcutsSheet />
            <DocumentScope value={session}>
              <BreakpointDialog />
            </DocumentScope>
            {children}
          </AppShell>
        </PanelsContext>
      </DeskContext>
    </CommandsProvider>
  );
}

interface AnnouncerProps {
  session: EditorSession;
}

/** Announces the effects of commands to screen readers. */
function Announcer({ session }: AnnouncerProps) {
  const sentence = useObservable(session.announcement, (value) => value);
  return (
    <div className={styles.spoken} aria-live="polite" role="log">
      {sentence}
    </div>
  );
}

/** The context of commands with those for the shown run: its re-run, and its pause at a breakpoint. */
function useRunCommandsOf(given: CommandContext): CommandContext {
  const rerun = useRerun()?.open;
  const pauses = usePauses();
  const latest = useRef(pauses);
  latest.current = pauses;
  const breakpoints = useBreakpointServices();
  const isPaused = pauses?.chosen !== undefined && pauses.mayAnswer;
  return useMemo<CommandContext>(
    () => ({
      ...given,
      rerun,
      breakpoints,
      ...(isPaused ? { pause: (decision) => latest.current?.proceed(decision) } : {}),
    }),
    [given, rerun, breakpoints, isPaused],
  );
}

/** Lets commands move the focus to the panels. */
function usePanelControl(
  root: React.RefObject<HTMLElement | null>,
  { panels, panelState }: EditorSession,
  desk: DeskPanels,
): void {
  const latest = useRef(desk);
  latest.current = desk;
  // The commands, which reach the panels only through this.
  useEffect(() => {
    const focus = (selector: string) =>
      requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(selector)?.focus());
    panels.set({
      focusInspector() {
        patch(panelState, { inspector: true });
        latest.current.open('inspector');
        focus('[data-inspector] :is(input, textarea, .cm-content, button)');
      },
      focusLeft() {
        latest.current.open('left');
        focus('[data-outline]');
      },
      openLeft: () => latest.current.open('left'),
      isOpen: (side) => latest.current.layout[side] !== 0,
      toggle: (side) => latest.current.toggle(side),
      focusDock: () => focus('[data-dock] [role="tab"][aria-selected="true"]'),
    });
    return () => panels.set(undefined);
  }, [panels, panelState, root]);
}
