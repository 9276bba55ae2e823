'use client';

import { useMemo } from 'react';
import { isJsonObject, type Json, type StepDocument } from '@/engine';
import { JsonField } from '../form/json-field';
import { selectSteps } from '../model/selection';
import { useDescriptors, useEditorStore } from '../use-editor';
import styles from './inspector.module.css';
import { applyStepJson, refuseStepJson, stepJson } from './step-json';

export interface StepJsonTabProps {
  step: StepDocument;
}

/** The step as its JSON, editable; what cannot be a step is kept as a draft with the reason. */
export function StepJsonTab({ step }: StepJsonTabProps) {
  const store = useEditorStore();
  const descriptors = useDescriptors();
  const value = useMemo(() => stepJson(step), [step]);
  const write = (next: Json) => {
    const id = isJsonObject(next) && typeof next.id === 'string' ? next.id : step.id;
    store.edit(`Edit JSON of ${step.id}`, (document) => applyStepJson(document, step.id, next, descriptors), {
      coalesce: 'step-json',
      select: selectSteps(id),
    });
  };
  return (
    <div className={styles.raw}>
      <JsonField
        id="step-json"
        label={`JSON of ${step.id}`}
        draftKey={`${step.id}#json`}
        value={value}
        onChange={write}
        accepts={(next) => refuseStepJson(store.getState().document, step.id, next)}
        minLines={12}
      />
    </div>
  );
}
