'use client';

import { useStore } from 'reactflow';
import { addNote } from '../commands/add-note';
import { redo, undo } from '../commands/history';
import { layOut } from '../commands/lay-out';
import { fit, zoomIn, zoomOut } from '../commands/view';
import styles from './canvas-bar.module.css';
import { CommandButton } from './command-button';

export interface CanvasBarProps {
  /** A run is looked at: only the view can be changed. */
  readOnly: boolean;
}

/** Undo, arrange, note and zoom, over the lower left corner of the canvas. */
export function CanvasBar({ readOnly }: CanvasBarProps) {
  const percent = useStore((state) => Math.round(state.transform[2] * 100));
  return (
    <div className={styles.bar} role="toolbar" aria-label="Canvas">
      {!readOnly && (
        <>
          <CommandButton command={undo} />
          <CommandButton command={redo} />
          <span className={styles.line} />
          <CommandButton command={layOut} />
          <CommandButton command={addNote} />
          <span className={styles.line} />
        </>
      )}
      <CommandButton command={zoomOut} />
      <span className={styles.zoom} aria-live="off">
        {percent} %
      </span>
      <CommandButton command={zoomIn} />
      <CommandButton command={fit} />
    </div>
  );
}
