'use client';

import { stepTitle } from '@/components/pipeline-text/step-title';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/components/ui/format';
import { IconButton } from '@/components/ui/icon-button';
import type { StepDocument } from '@/engine';
import { ALIGN_COMMANDS } from '../commands/align';
import { copy, duplicate } from '../commands/clipboard';
import { type Command, isEnabled } from '../commands/command';
import { disable } from '../commands/disable';
import { frameSelected, unframeSelected } from '../commands/frames';
import { layOut } from '../commands/lay-out';
import { removeOnly, removeSelected } from '../commands/remove';
import { EMPTY_SELECTION, type Selection, selectSteps } from '../model/selection';
import { useCommandContext, useShortcutText } from '../use-commands';
import { useDescriptors, useEditor, useEditorStore } from '../use-editor';
import styles from './inspector.module.css';

export interface SelectionInspectorProps {
  selection: Selection;
}

/** Several selected elements: a summary, and commands for all of them. */
export function SelectionInspector({ selection }: SelectionInspectorProps) {
  const store = useEditorStore();
  const descriptors = useDescriptors();
  const document = useEditor((state) => state.document);
  const { steps: ids } = selection;
  const steps = document.steps.filter((step) => ids.includes(step.id));
  const hasSteps = steps.length > 0;
  return (
    <div className={styles.body}>
      <h2 className={styles.heading}>{summary(selection)}</h2>
      <AlignButtons />
      <div className={styles.actions}>
        <CommandButton command={copy} />
        <CommandButton command={duplicate} />
        {steps.length > 1 && <CommandButton command={layOut} />}
        {hasSteps && <CommandButton command={frameSelected} />}
        {selection.frames.length > 0 && <CommandButton command={unframeSelected} />}
        {hasSteps && (
          <CommandButton command={disable}>{areAllOff(steps) ? 'Enable' : 'Disable'}</CommandButton>
        )}
        <CommandButton command={removeSelected} />
        {hasSteps && <CommandButton command={removeOnly} />}
        <Button size="sm" variant="quiet" onClick={() => store.select(EMPTY_SELECTION)}>
          Clear selection
        </Button>
      </div>
      <ul className={styles.picked}>
        {steps.map((step) => (
          <li key={step.id}>
            <button type="button" className={styles.pick} onClick={() => store.select(selectSteps(step.id))}>
              {stepTitle(step, descriptors.find(step.action))} <span className={styles.unit}>{step.id}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Buttons that put the selected cards in line. */
function AlignButtons() {
  const context = useCommandContext();
  const shortcutText = useShortcutText();
  if (!ALIGN_COMMANDS.some((command) => isEnabled(command, context))) return null;
  return (
    <div className={styles.align} role="toolbar" aria-label="Align and distribute">
      {ALIGN_COMMANDS.map((command) => {
        const shortcut = shortcutText(command);
        return (
          <IconButton
            key={command.id}
            icon={command.icon ?? 'more'}
            label={command.label}
            {...(shortcut === undefined ? {} : { shortcut })}
            size="sm"
            disabled={!isEnabled(command, context)}
            onClick={() => command.run(context)}
          />
        );
      })}
    </div>
  );
}

interface CommandButtonProps {
  command: Command;
  /** @default the label of the command */
  children?: string;
}

function CommandButton({ command, children }: CommandButtonProps) {
  const context = useCommandContext();
  return (
    <Button size="sm" disabled={!isEnabled(command, context)} onClick={() => command.run(context)}>
      {children ?? command.label}
    </Button>
  );
}

function areAllOff(steps: readonly StepDocument[]): boolean {
  return steps.every((step) => step.disabled === true);
}

function summary({ steps, notes, frames, edges }: Selection): string {
  const parts = [
    steps.length > 0 ? formatCount(steps.length, 'step') : '',
    notes.length > 0 ? formatCount(notes.length, 'note') : '',
    frames.length > 0 ? formatCount(frames.length, 'frame') : '',
    edges.length > 0 ? formatCount(edges.length, 'edge') : '',
  ];
  return parts.filter(Boolean).join(', ');
}
