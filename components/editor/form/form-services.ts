'use client';

import { createContext, use } from 'react';
import type { JsonObject } from '@/engine';
import type { TryFunctionAnswer } from '@/lib/contracts/functions';

/** What a step was given when it last ran. */
export interface LastInputs {
  /** The run's number within its pipeline. */
  readonly run: number;
  /** Resolved parameters by canonical name, secrets masked. */
  readonly inputs: JsonObject;
}

/** A function of the author's and the parameters around it, to be tried on the last run's data. */
export interface TryFunctionRequest {
  readonly stepId: string;
  /** The step's parameters as they stand in the form. */
  readonly params: JsonObject;
}

/** What fields ask of the server. The page provides it; a field leaves out what is not there. */
export interface FormServices {
  /** What a step was given when it last ran; undefined when it never did. */
  readonly lastInputs?: (stepId: string) => Promise<LastInputs | undefined>;
  readonly tryFunction?: (request: TryFunctionRequest) => Promise<TryFunctionAnswer>;
}

export const FormServicesContext = createContext<FormServices>({});

/** What fields may ask of the server. */
export function useFormServices(): FormServices {
  return use(FormServicesContext);
}
