'use client';

import { ReactFlowProvider } from 'reactflow';
import { CanvasBar } from '../toolbar/canvas-bar';
import { CanvasHint } from '../toolbar/canvas-hint';
import { useEditor, useSession } from '../use-editor';
import { CanvasSurface } from './canvas-surface';
import { EmptyCanvas } from './empty-canvas';
import { Minimap } from './minimap';

/** The canvas with what lies over it: bar, hint, minimap, and starters while it is empty. */
export function CanvasFrame() {
  const { readOnly } = useSession();
  const empty = useEditor(
    ({ document }) => document.steps.length === 0 && (document.layout?.notes ?? []).length === 0,
  );
  return (
    <ReactFlowProvider>
      <CanvasSurface>
        {empty && !readOnly && <EmptyCanvas />}
        <CanvasBar readOnly={readOnly} />
        <CanvasHint readOnly={readOnly} />
        {!empty && <Minimap />}
      </CanvasSurface>
    </ReactFlowProvider>
  );
}
