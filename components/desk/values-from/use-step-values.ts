'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EditorSession } from '@/components/editor/session';
import { useEditor, useObservable } from '@/components/editor/use-editor';
import { patch } from '@/components/ui/observable';
import { ownPlace, readsRun, stepValues } from './step-values';

/** The values of the selected step in the chosen run. */
export interface StepValues {
  readonly step: string;
  /** Of the step, or of the chosen iteration; 0 while unknown. */
  readonly attempts: number;
  /** The number of iterations, and the index of the chosen one. */
  readonly loop: { readonly total: number; readonly index: number } | undefined;
}

/**
 * Reads the iterations and attempts of the selected step, and gives the chosen item to the examples of its loop; undefined
 * without a single selected step that the chosen run has reached.
 */
export function useStepValues(session: EditorSession): StepValues | undefined {
  const { pipelineId, samples } = session;
  const from = useObservable(session.valuesFrom, (value) => value);
  const at = useObservable(session.valuesAt, (value) => value);
  const step = useEditor(({ selection }) => (selection.steps.length === 1 ? selection.steps[0] : undefined));
  const isRead = step !== undefined && readsRun(from);
  const asked = { pipelineId, step: step ?? '', from, at };
  // Neither answer depends on the chosen attempt: the fields stay while another one is read.
  const own = useQuery({ ...stepValues({ ...asked, at: undefined, of: 'step' }), enabled: isRead });
  const total = isRead ? own.data?.loop?.total : undefined;
  const index = ownPlace(at, asked.step)?.iteration ?? 0;
  const place = { step: asked.step, iteration: index };
  const inner = useQuery({
    ...stepValues({ ...asked, at: place, of: 'iteration' }),
    enabled: total !== undefined,
  });
  const loop = total === undefined ? undefined : inner.data?.loop;
  // Completion and previews live outside React and read the session.
  useEffect(() => {
    const { value: item, shortened } = loop?.item ?? {};
    if (loop && step !== undefined && item !== undefined && shortened !== undefined)
      patch(samples, { loop: { step, index: loop.index, item, shortened } });
    else patch(samples, { loop: undefined });
  }, [samples, step, loop]);
  if (!isRead || !own.data) return undefined;
  if (total === undefined) return { step, attempts: own.data.attempts, loop: undefined };
  return { step, attempts: inner.data?.attempts ?? 0, loop: { total, index } };
}
