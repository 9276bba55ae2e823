'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import type { Descriptors, PipelineDocument, StepDocument } from '@/engine';
import { renameStep } from '../model/edits';
import { selectSteps } from '../model/selection';
import { refuseStepId } from '../model/step-ids';
import { useDescriptors, useEditorStore } from '../use-editor';
import styles from './step-header.module.css';

export interface StepIdProps {
  step: StepDocument;
}

/** The id of a step. Renaming it (F2) changes every reference and shows their number. */
export function StepId({ step }: StepIdProps) {
  const store = useEditorStore();
  const descriptors = useDescriptors();
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const isEditing = typed !== undefined;
  // The input exists only once the id is being edited; focus is the browser's.
  useEffect(() => {
    if (isEditing) input.current?.select();
  }, [isEditing]);
  const follow = useMemo(
    () => (isEditing ? followers(store.getState().document, step.id, descriptors) : 0),
    [isEditing, store, step.id, descriptors],
  );
  if (typed === undefined) {
    return (
      <button
        type="button"
        className={styles.id}
        data-field="id"
        title="Rename ID (F2)"
        aria-label={`ID ${step.id}, rename`}
        onClick={() => setTyped(step.id)}
        onKeyDown={(event) => {
          if (event.key === 'F2') setTyped(step.id);
        }}
      >
        {step.id}
      </button>
    );
  }
  const next = typed.trim();
  const refused = refuseStepId(store.getState().document, step.id, next);
  const commit = () => {
    setTyped(undefined);
    if (refused !== undefined || next === step.id) return;
    store.edit(
      `Rename ${step.id} to ${next}`,
      (document) => renameStep(document, step.id, next, descriptors),
      { select: selectSteps(next) },
    );
  };
  return (
    <>
      <input
        ref={input}
        className={styles.idInput}
        aria-label="Step ID"
        aria-invalid={refused !== undefined || undefined}
        aria-describedby="step-id-note"
        spellCheck={false}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => (refused === undefined ? commit() : setTyped(undefined))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && refused === undefined) commit();
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          setTyped(undefined);
        }}
      />
      <span
        id="step-id-note"
        className={styles.idNote}
        role="status"
        data-status={refused === undefined ? undefined : 'failed'}
      >
        {refused ?? followText(follow)}
      </span>
    </>
  );
}

function followText(count: number): string {
  if (count === 0) return 'No references to this ID.';
  return count === 1 ? '1 reference will be updated.' : `${count} references will be updated.`;
}

/** Number of values that name a step: references, dependencies, branches, sources, outputs. */
function followers(document: PipelineDocument, id: string, descriptors: Descriptors): number {
  // An id that no document can contain, so that every difference is a renamed value.
  const renamed = renameStep(document, id, `${id}\u0000`, descriptors);
  const steps = renamed.steps.reduce((count, step, index) => {
    const before = document.steps[index];
    return count + (before?.id === id ? 0 : differences(before, step));
  }, 0);
  return steps + differences(document.outputs, renamed.outputs);
}

/** Leaves that differ between two values of the same shape. */
function differences(before: unknown, after: unknown): number {
  if (before === after) return 0;
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return 1;
  const old = new Map(Object.entries(before));
  return Object.entries(after).reduce((count, [key, value]) => count + differences(old.get(key), value), 0);
}
