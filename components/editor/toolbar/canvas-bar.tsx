'use client';

import { useStore } from 'reactflow';
import { IconButton } from '@/components/ui/icon-button';
import { addNote } from '../commands/add-note';
import { toggleBreakpoint } from '../commands/breakpoints';
import { type Command, isEnabled } from '../commands/command';
import { redo, undo } from '../commands/history';
import { layOut } from '../commands/lay-out';
import { fit, toggleData, zoomIn, zoomOut } from '../commands/view';
import { useCommandContext, useShortcutText } from '../use-commands';
import { useEditor, useObservable, useSession } from '../use-editor';
import styles from './canvas-bar.module.css';

export interface CanvasBarProps {
  /** Whether only the view can be changed, for example while a run is shown. */
  readOnly: boolean;
  /** The zoom until the canvas is there. */
  firstZoom: number;
}

/** Undo, layout, note and zoom, below the canvas. */
export function CanvasBar({ readOnly, firstZoom }: CanvasBarProps) {
  const percent = useStore(({ domNode, transform }) =>
    Math.round((domNode === null ? firstZoom : transform[2]) * 100),
  );
  const showsData = useObservable(useSession().showsData, (value) => value);
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
      <CommandButton command={toggleData} pressed={showsData} />
      <BreakpointButton />
      <span className={styles.line} />
      <CommandButton command={zoomOut} />
      <span className={styles.zoom} aria-live="off">
        {percent} %
      </span>
      <CommandButton command={zoomIn} />
      <CommandButton command={fit} />
    </div>
  );
}

/** Adds or removes breakpoints at the selection; nothing where no server has the pipeline. */
function BreakpointButton() {
  return useCommandContext().breakpoints && <CommandButton command={toggleBreakpoint} />;
}

interface CommandButtonProps {
  command: Command;
  pressed?: boolean;
}

/** A command as a button with its icon, name and shortcut. */
function CommandButton({ command, pressed }: CommandButtonProps) {
  const context = useCommandContext();
  const shortcutText = useShortcutText();
  // Depends on the document and the selection.
  const enabled = useEditor(() => isEnabled(command, context));
  const shortcut = shortcutText(command);
  return (
    <IconButton
      icon={command.icon ?? 'more'}
      label={command.label}
      {...(shortcut === undefined ? {} : { shortcut })}
      {...(pressed === undefined ? {} : { pressed })}
      tooltipSide="top"
      disabled={!enabled}
      onClick={() => command.run(context)}
    />
  );
}
