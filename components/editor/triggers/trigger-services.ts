'use client';

import { createContext, use } from 'react';
import type { Answer } from '@/lib/contracts/errors';
import type * as contract from '@/lib/contracts/triggers';

/** Server actions of triggers, passed as props. */
export interface TriggerActions {
  readonly add: (input: contract.AddTriggerInput) => Promise<contract.TriggerResult>;
  readonly change: (input: contract.ChangeTriggerInput) => Promise<contract.TriggerResult>;
  readonly enable: (input: contract.EnableTriggerInput) => Promise<contract.TriggerResult>;
  readonly remove: (id: string) => Promise<Answer>;
  readonly renewAddress: (id: string) => Promise<contract.TriggerResult>;
  /** Keeps the next call of a webhook as its test event. */
  readonly listen: (input: contract.ListenTriggerInput) => Promise<contract.SampleResult>;
  readonly stopListening: (id: string) => Promise<contract.SampleResult>;
}

/** The operations of triggers, provided by the editor. */
export interface TriggerServices {
  readonly pipelineId: string;
  readonly actions: TriggerActions;
  /** The triggers when the page was rendered. */
  readonly first: readonly contract.TriggerDetail[];
  /** Opens a run on this page. */
  readonly openRun: (runId: string) => void;
}

/** Set by the editor; undefined where there is no server. */
export const TriggerServicesContext = createContext<TriggerServices | undefined>(undefined);

/** The operations of triggers. @throws Error outside an editor with triggers */
export function useTriggerServices(): TriggerServices {
  const services = use(TriggerServicesContext);
  if (!services) throw new Error('useTriggerServices needs a TriggerServicesContext above it.');
  return services;
}
