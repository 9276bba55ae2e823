'use client';

import { Activity, type ReactNode, useSyncExternalStore } from 'react';
import { EMPTY_SELECTION } from '@/components/editor/model/selection';
import { usePanelState } from '@/components/editor/use-editor';
import { usePageSize } from '@/components/editor/use-page-size';
import type { Width } from '@/components/editor/use-width';
import { RunInspector } from '@/components/run/run-inspector';
import { RunSummary } from '@/components/run/run-summary';
import { useLens, useOptionalLens } from '@/components/run-state/run-context';
import { IconButton } from '@/components/ui/icon-button';
import { patch } from '@/components/ui/observable';
import { useDesk } from './desk-context';
import styles from './inspector-frame.module.css';
import { Resizer, usePanelSize } from './resizer';

export interface InspectorFrameProps {
  width: Width;
  /** The inspector of the pipeline, which stays mounted while a run is shown. */
  children?: ReactNode;
}

const FIRST = 360;
const MIN = 320;

/** The inspector: beside the canvas, as a sheet over it on smaller screens, or instead of it on the smallest. */
export function InspectorFrame({ width, children }: InspectorFrameProps) {
  const { mode } = useDesk();
  const max = usePageSize().width / 2;
  const { size, setSize } = usePanelSize('inspector', { first: FIRST, min: MIN, max });
  const lens = useOptionalLens();
  const isWanted = useIsWanted();
  return (
    <>
      {width === 'wide' && (
        <div className={styles.grip}>
          <Resizer
            label="Inspector width"
            orientation="vertical"
            grows="left"
            size={size}
            min={MIN}
            max={max}
            onResize={setSize}
          />
        </div>
      )}
      <Activity mode={width !== 'medium' || isWanted ? 'visible' : 'hidden'}>
        <aside
          className={styles[width]}
          style={width === 'wide' ? { width: size } : undefined}
          data-inspector
        >
          {width === 'medium' && <SheetBar />}
          {lens !== undefined && <RunDetails key={lens.runId} />}
          <Activity mode={mode === 'edit' ? 'visible' : 'hidden'}>{children}</Activity>
        </aside>
      </Activity>
    </>
  );
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
