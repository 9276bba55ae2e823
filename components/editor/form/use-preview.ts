'use client';

import { useMemo } from 'react';
import { type Json, templateReferences } from '@/engine';
import { exampleOf, exampleValues, type Samples } from '../model/samples';
import { useEditor, useObservable, useSession } from '../use-editor';
import { useFormScope } from './form-context';

/** The value of a template with the values of the chosen run and samples of params; undefined where one is missing. */
export function usePreview(template: Json | undefined): Json | undefined {
  const { stepId, names } = useFormScope();
  const samples = useObservable(useSession().samples, (all) => all);
  const params = useEditor((state) => state.document.params);
  return useMemo(() => {
    if (typeof template !== 'string' || readsShortened(template, samples)) return undefined;
    return exampleOf(template, exampleValues(samples, { params }, { stepId, names }));
  }, [template, samples, params, stepId, names]);
}

/** Whether a template reads an output of which parts are left out, so that its value may be another one. */
function readsShortened(template: string, { steps, loop }: Samples): boolean {
  try {
    return templateReferences(template).some(({ reference: { root, step } }) =>
      root === 'item' ? loop?.shortened === true : step !== undefined && steps[step]?.shortened === true,
    );
  } catch {
    // An unfinished template has no value either.
    return true;
  }
}
