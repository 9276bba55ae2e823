'use client';

import { useMemo } from 'react';
import { type Json, templateReferences } from '@/engine';
import { exampleOf, paramSamples, type Samples } from '../model/samples';
import { useEditor, useObservable, useSession } from '../use-editor';

/** The value of a template with outputs of the newest runs and samples of params; undefined where one is missing. */
export function usePreview(template: Json | undefined): Json | undefined {
  const samples = useObservable(useSession().samples, (all) => all);
  const params = useEditor((state) => state.document.params);
  return useMemo(() => {
    if (typeof template !== 'string' || readsShortened(template, samples)) return undefined;
    return exampleOf(template, { steps: samples.steps, params: paramSamples(samples, { params }) });
  }, [template, samples, params]);
}

/** Whether a template reads an output of which parts are left out, so that its value may be another one. */
function readsShortened(template: string, { steps }: Samples): boolean {
  try {
    return templateReferences(template).some(
      ({ reference: { step } }) => step !== undefined && steps[step]?.shortened === true,
    );
  } catch {
    // An unfinished template has no value either.
    return true;
  }
}
