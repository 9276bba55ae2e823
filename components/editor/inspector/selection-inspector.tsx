'use client';

import { stepTitle } from '@/components/pipeline-text/step-title';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/components/ui/format';
import type { StepDocument } from '@/engine';
import { removeNotes, removeSteps, toggleDisabled } from '../model/edits';
import { EMPTY_SELECTION, type Selection, selectSteps } from '../model/selection';
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
  const { steps: ids, notes } = selection;
  const steps = document.steps.filter((step) => ids.includes(step.id));
  const remove = (reconnect: boolean) => {
    store.edit(
      `Delete ${summary(selection)}`,
      (current) => removeNotes(removeSteps(current, ids, descriptors, { reconnect }), notes),
      { select: EMPTY_SELECTION },
    );
  };
  return (
    <div className={styles.body}>
      <h2 className={styles.heading}>{summary(selection)}</h2>
      <div className={styles.actions}>
        {steps.length > 0 && (
          <Button
            size="sm"
            onClick={() =>
              store.edit(`Toggle ${formatCount(steps.length, 'step')}`, (current) =>
                toggleDisabled(current, ids),
              )
            }
          >
            {areAllOff(steps) ? 'Enable' : 'Disable'}
          </Button>
        )}
        {steps.length > 0 && (
          <Button size="sm" onClick={() => remove(true)}>
            Delete and reconnect
          </Button>
        )}
        <Button size="sm" onClick={() => remove(false)}>
          Delete
        </Button>
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

function areAllOff(steps: readonly StepDocument[]): boolean {
  return steps.every((step) => step.disabled === true);
}

function summary({ steps, notes, edges }: Selection): string {
  const parts = [
    steps.length > 0 ? formatCount(steps.length, 'step') : '',
    notes.length > 0 ? formatCount(notes.length, 'note') : '',
    edges.length > 0 ? formatCount(edges.length, 'connection') : '',
  ];
  return parts.filter(Boolean).join(', ');
}
