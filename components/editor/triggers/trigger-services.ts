'use client';

import { createContext, use } from 'react';
import type { Answer } from '@/lib/contracts/errors';
import type * as contract from '@/lib/contracts/triggers';

/** Server actions of triggers, handed down as props. */
export interface TriggerActions {
  readonly add: (input: contract.AddTriggerInput) => Promise<contract.TriggerResult>;
  readonly change: (input: contract.ChangeTriggerInput) => Promise<contract.TriggerResult>;
  readonly enable: (input: contract.EnableTriggerInput) => Promise<contract.TriggerResult>;
  readonly remove: (id: string) => Promise<Answer>;
  readonly renewAddress: (id: string) => Promise<contract.TriggerResult>;
}

/** What the triggers of the open pipeline need from around them. */
export interface TriggerServices {
  readonly pipelineId: string;
  readonly actions: TriggerActions;
  /** Those there were when the page was made. */
  readonly first: readonly contract.TriggerDetail[];
  /** Looks at a run on this page. */
  readonly openRun: (runId: string) => void;
}

/** The editor provides them; where no server can keep triggers there are none. */
export const TriggerServicesContext = createContext<TriggerServices | undefined>(undefined);

/** The services of triggers. @throws Error outside an editor that has them */
export function useTriggerServices(): TriggerServices {
  const services = use(TriggerServicesContext);
  if (!services) throw new Error('useTriggerServices needs a TriggerServicesContext above it.');
  return services;
}
