'use client';

import { Inspector } from '@/components/editor/inspector/inspector';
import { EMPTY_SELECTION } from '@/components/editor/model/selection';
import { useEditor, useEditorStore } from '@/components/editor/use-editor';
import { usePageSize } from '@/components/editor/use-page-size';
import type { Width } from '@/components/editor/use-width';
import { RunInspector } from '@/components/run/run-inspector';
import { RunSummary } from '@/components/run/run-summary';
import { useOptionalLens } from '@/components/run-state/run-context';
import { IconButton } from '@/components/ui/icon-button';
import styles from './desk.module.css';
import { Resizer } from './resizer';

export interface RightPanelProps {
  width: Width;
  size: number;
  min: number;
  onResize: (size: number) => void;
}

/** The inspector: beside the canvas, as a sheet over it on smaller pages, instead of it on the smallest. */
export function RightPanel({ width, size, min, onResize }: RightPanelProps) {
  const store = useEditorStore();
  const lens = useOptionalLens();
  const page = usePageSize();
  const sheet = useEditor((state) => state.panel.inspector === true);
  const selected = useEditor(
    ({ selection }) => selection.steps.length + selection.notes.length + selection.edges.length,
  );
  const close = () => store.set({ panel: { ...store.getState().panel, inspector: false } });
  const content = lens === undefined ? <Inspector /> : lensContent(lens.focus.step);
  if (width === 'narrow') {
    return (
      <aside className={styles.whole} data-inspector>
        {content}
      </aside>
    );
  }
  if (width === 'medium') {
    if (!sheet && selected === 0 && lens?.focus.step === undefined) return null;
    return (
      <aside className={styles.sheet} data-inspector>
        <div className={styles.sheetBar}>
          <IconButton
            icon="x"
            size="sm"
            label="Close inspector"
            onClick={() => {
              close();
              store.select(EMPTY_SELECTION);
              lens?.setFocus({ step: undefined });
            }}
          />
        </div>
        {content}
      </aside>
    );
  }
  return (
    <>
      <Resizer
        label="Inspector width"
        orientation="vertical"
        grows="left"
        size={size}
        min={min}
        max={page.width / 2}
        onResize={onResize}
      />
      <aside className={styles.right} style={{ width: size }} data-inspector>
        {content}
      </aside>
    </>
  );
}

function lensContent(step: string | undefined) {
  return step === undefined ? <RunSummary /> : <RunInspector stepId={step} />;
}
