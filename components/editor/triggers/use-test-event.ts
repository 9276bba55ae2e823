'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, storeAnswer } from '@/client/queries';
import { useSending } from '@/components/settings/use-sending';
import { triggerEndpoints } from '@/lib/contracts/endpoints/triggers';
import type { SampleResult, TriggerSample } from '@/lib/contracts/triggers';
import { useTriggerServices } from './trigger-services';

/** Interval of reading while a webhook listens, in ms. */
const LISTENING_MS = 1500;

/** The test event of a webhook, and its commands. */
export interface TestEventControl {
  /** Undefined while it is loaded. */
  readonly state: TriggerSample | undefined;
  readonly isBusy: boolean;
  /** Why the last command was refused. */
  readonly refusal: string | undefined;
  listen(startsRun: boolean): void;
  cancel(): void;
}

/** The test event of a webhook; undefined while it is unknown. Read repeatedly while the webhook listens. */
export function useSample(id: string | undefined): TriggerSample | undefined {
  const { data } = useQuery({
    ...queryFor(triggerEndpoints.sample, { id: id ?? '' }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.listening ? LISTENING_MS : false),
  });
  return data;
}

/** The test event of a webhook, with its commands. */
export function useTestEvent(id: string): TestEventControl {
  const { actions } = useTriggerServices();
  const queries = useQueryClient();
  const { isBusy, send } = useSending();
  const [refusal, setRefusal] = useState<string>();
  const perform = async (command: () => Promise<SampleResult>) => {
    const refused = await send(async () => {
      const result = await command();
      if (result.ok)
        storeAnswer(queries, { endpoint: triggerEndpoints.sample, input: { id }, answer: result.sample });
      return result;
    });
    setRefusal(refused?.message);
  };
  return {
    state: useSample(id),
    isBusy,
    refusal,
    listen: (startsRun) => void perform(() => actions.listen({ id, startsRun })),
    cancel: () => void perform(() => actions.stopListening(id)),
  };
}
