'use client';

import { useMemo } from 'react';
import type { ActionDescriptor, Diagnostic, Json, JsonObject, StepDocument } from '@/engine';
import { setParam, setStepField } from '../model/edits';
import { useEditorStore } from '../use-editor';
import { ChannelNotice } from './channel-notice';
import { FormScopeProvider } from './form-context';
import { ParamsForm } from './params-form';

export interface StepFormProps {
  step: StepDocument;
  descriptor: ActionDescriptor;
  problems: readonly Diagnostic[];
}

const NO_PARAMS: JsonObject = {};
const NO_NAMES: readonly string[] = [];

/** The form of a step, generated from its action. A burst of typing is one undo entry. */
export function StepForm({ step, descriptor, problems }: StepFormProps) {
  const store = useEditorStore();
  const scope = useMemo(
    () => ({ stepId: step.id, names: NO_NAMES, expressions: true, problems }),
    [step.id, problems],
  );
  const write = (key: string, value: Json | undefined, at: string) => {
    store.edit(labelOf(step.id, at, value), (document) => setParam(document, step.id, key, value), {
      coalesce: `${step.id}.${at}`,
    });
  };
  const replace = (params: JsonObject) => {
    store.edit(
      `Edit parameters of ${step.id}`,
      (document) => setStepField(document, step.id, 'params', params),
      { coalesce: `${step.id}.params` },
    );
  };
  return (
    <FormScopeProvider scope={scope}>
      <ChannelNotice step={step} descriptor={descriptor} />
      <ParamsForm
        descriptor={descriptor}
        params={step.params ?? NO_PARAMS}
        base="params"
        onChange={write}
        onReplace={replace}
      />
    </FormScopeProvider>
  );
}

function labelOf(step: string, at: string, value: Json | undefined): string {
  const name = at.replace(/^params\./, '');
  return value === undefined ? `Remove ${name} of ${step}` : `Edit ${name} of ${step}`;
}
