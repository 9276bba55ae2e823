'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EditorSession } from '@/components/editor/session';
import { useObservable } from '@/components/editor/use-editor';
import { patch } from '@/components/ui/observable';
import { ownPlace, readsRun, stepValues } from './step-values';

/** The iterations and attempts of a step in the chosen run. */
export interface StepValues {
  /** Of the step, or of the chosen iteration; 0 while unknown. */
  readonly attempts: number;
  /** The number of iterations, and the index of the chosen one. */
  readonly loop: { readonly total: number; readonly index: number } | undefined;
}

/**
 * Reads the iterations and attempts of a step, and gives the chosen item to the examples of a loop; undefined without a
 * chosen run.
 */
export function useStepValues(session: EditorSession, step: string): StepValues | undefined {
  const { pipelineId, samples } = session;
  const from = useObservable(session.valuesFrom, (value) => value);
  const at = useObservable(session.valuesAt, (value) => value);
  const isRead = readsRun(from);
  const asked = { pipelineId, step, from, at };
  // Neither answer depends on the chosen attempt: the fields stay while another one is read.
  const own = useQuery({ ...stepValues({ ...asked, at: undefined, of: 'step' }), enabled: isRead });
  const total = isRead ? own.data?.loop?.total : undefined;
  const index = ownPlace(at, step)?.iteration ?? 0;
  const place = { step, iteration: index };
  const inner = useQuery({
    ...stepValues({ ...asked, at: place, of: 'iteration' }),
    enabled: total !== undefined,
  });
  const loop = total === undefined ? undefined : inner.data?.loop;
  // Completion and previews live outside React and read the session.
  useEffect(() => {
    const { value: item, shortened } = loop?.item ?? {};
    if (loop && item !== undefined && shortened !== undefined)
      patch(samples, { loop: { step, index: loop.index, item, shortened } });
    else patch(samples, { loop: undefined });
  }, [samples, step, loop]);
  if (!isRead || !own.data) return undefined;
  if (total === undefined) return { attempts: own.data.attempts, loop: undefined };
  return { attempts: inner.data?.attempts ?? 0, loop: { total, index } };
}
