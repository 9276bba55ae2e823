'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keyOf, queryFor } from '@/client/queries';
import type { AnswerOf } from '@/lib/contracts/endpoint';
import { triggerEndpoints } from '@/lib/contracts/endpoints/triggers';
import type { TriggerDetail } from '@/lib/contracts/triggers';
import { useTriggerServices } from './trigger-services';

/** Interval of reading the list while a trigger is due or may be called, in ms. */
const SOON_MS = 1500;
const CALLED_MS = 4000;
const IDLE_MS = 15_000;
/** Time between a due time and its run, in ms. */
const SETTLE_MS = 700;

/** The triggers of the open pipeline. They are read repeatedly only with `isLive`. */
export function useTriggers({ isLive }: { readonly isLive: boolean }) {
  const { pipelineId, first } = useTriggerServices();
  return useQuery({
    ...queryFor(triggerEndpoints.list, { pipelineId }),
    initialData: { triggers: first },
    select: ({ triggers }) => triggers,
    refetchInterval: ({ state }) => (isLive ? paceOf(state.data?.triggers ?? [], Date.now()) : false),
  });
}

/** Time until the list is read again, in ms: until the next due time, or an interval. */
export function paceOf(triggers: readonly TriggerDetail[], nowMs: number): number {
  const paces = triggers
    .filter(({ enabled }) => enabled)
    .map(({ type, next: [due] }) => {
      if (type !== 'schedule') return CALLED_MS;
      return due === undefined ? IDLE_MS : Date.parse(due) - nowMs + SETTLE_MS;
    });
  return Math.max(SOON_MS, Math.min(IDLE_MS, ...paces));
}

/** Updates the cached list, before or after the response of the server. */
export function useTriggerList() {
  const queries = useQueryClient();
  const { pipelineId } = useTriggerServices();
  return useCallback(
    (change: (triggers: readonly TriggerDetail[]) => readonly TriggerDetail[]) => {
      const queryKey = keyOf(triggerEndpoints.list, { pipelineId });
      // A response that is still in flight does not contain this change.
      void queries.cancelQueries({ queryKey });
      queries.setQueryData<AnswerOf<typeof triggerEndpoints.list>>(queryKey, (known) => ({
        triggers: change(known?.triggers ?? []),
      }));
    },
    [queries, pipelineId],
  );
}

/** The list with one trigger replaced, or added at the end. */
export function withTrigger(
  triggers: readonly TriggerDetail[],
  trigger: TriggerDetail,
): readonly TriggerDetail[] {
  return triggers.some(({ id }) => id === trigger.id)
    ? triggers.map((each) => (each.id === trigger.id ? trigger : each))
    : [...triggers, trigger];
}
