'use client';

import { Activity, type ReactNode, useCallback, useEffect, useSyncExternalStore } from 'react';
import { EMPTY_SELECTION } from '@/components/editor/model/selection';
import { usePanelState } from '@/components/editor/use-editor';
import { usePageSize } from '@/components/editor/use-page-size';
import { RerunPanel } from '@/components/run/rerun/rerun-panel';
import { RunInspector } from '@/components/run/run-inspector';
import { RunSummary } from '@/components/run/run-summary';
import { useRerun } from '@/components/run-state/rerun-preview';
import { useLens, useOptionalLens } from '@/components/run-state/run-context';
import { IconButton } from '@/components/ui/icon-button';
import { patch } from '@/components/ui/observable';
import { useTextScale } from '@/components/ui/use-text-scale';
import { useDesk } from './desk-context';
import styles from './inspector-frame.module.css';
import { inspectorLimits } from './panel-layout';
import { Resizer } from './resizer';
import { useDeskPanels } from './use-panels';

export interface InspectorFrameProps {
  /** The inspector of the pipeline, which stays mounted while a run is shown. */
  children?: ReactNode;
}

/** The inspector: beside the canvas, as a sheet over it where it has no room, or below it on phones. */
export function InspectorFrame({ children }: InspectorFrameProps) {
  const { mode, session } = useDesk();
  const focusCanvas = useCallback(() => session.view.get()?.focus(), [session]);
  const panels = useDeskPanels();
  const page = usePageSize().width;
  const lens = useOptionalLens();
  const rerun = useRerun();
  const isPreparing = rerun?.draft !== undefined;
  const isWanted = useIsWanted() || isPreparing;
  useOpenInspector(isPreparing, panels);
  const width = panels?.layout.inspector;
  const isSheet = width === 'sheet';
  const isShown = isSheet ? isWanted : width !== 0;
  const { min, max } = inspectorLimits({ page, textScale: useTextScale() });
  return (
    <>
      {panels !== undefined && typeof width === 'number' && width > 0 && (
        <div className={styles.grip}>
          <Resizer
            label="Inspector width"
            orientation="vertical"
            grows="left"
            size={width}
            min={min}
            max={max}
            onResize={(size) => panels.setSize('inspector', size)}
          />
        </div>
      )}
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <aside
          className={styles[placeOf(width)]}
          style={typeof width === 'number' ? { width } : undefined}
          data-inspector
        >
          {isSheet && <SheetBar />}
          {lens !== undefined && (
            <>
              <RerunPanel onFocusLost={focusCanvas} />
              {/* Stays mounted, so that the focus can return to its buttons. */}
              <Activity mode={isPreparing ? 'hidden' : 'visible'}>
                <RunDetails key={lens.runId} />
              </Activity>
            </>
          )}
          <Activity mode={mode === 'edit' ? 'visible' : 'hidden'}>{children}</Activity>
        </aside>
      </Activity>
    </>
  );
}

/** Opens the inspector when a re-run is prepared in it. */
function useOpenInspector(isPreparing: boolean, panels: ReturnType<typeof useDeskPanels>): void {
  const open = panels?.open;
  // The layout of the panels, which other parts of the desk change too.
  useEffect(() => {
    if (isPreparing) open?.('inspector');
  }, [isPreparing, open]);
}

function placeOf(width: number | 'sheet' | undefined): 'beside' | 'sheet' | 'below' {
  if (width === undefined) return 'below';
  return width === 'sheet' ? 'sheet' : 'beside';
}

/** Whether the sheet has content. */
function useIsWanted(): boolean {
  const { mode, session } = useDesk();
  const step = useOptionalLens()?.focus.step;
  const isOpened = usePanelState((panels) => panels.inspector);
  const { store } = session;
  const count = () => {
    const { steps, notes, edges } = store.getState().selection;
    return steps.length + notes.length + edges.length;
  };
  const selected = useSyncExternalStore(store.subscribe, count, count);
  return isOpened || step !== undefined || (mode === 'edit' && selected > 0);
}

/** The run as a whole, or its shown step. */
function RunDetails() {
  const { focus } = useLens();
  return focus.step === undefined ? <RunSummary /> : <RunInspector stepId={focus.step} />;
}

/** The bar of the sheet. Closing the sheet clears the selection. */
function SheetBar() {
  const { session } = useDesk();
  const lens = useOptionalLens();
  return (
    <div className={styles.sheetBar}>
      <IconButton
        icon="x"
        size="sm"
        label="Close inspector"
        onClick={() => {
          patch(session.panelState, { inspector: false });
          session.store.select(EMPTY_SELECTION);
          lens?.setFocus({ step: undefined });
        }}
      />
    </div>
  );
}
