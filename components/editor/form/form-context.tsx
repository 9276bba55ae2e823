'use client';

import { type ComponentType, createContext, type ReactNode, use } from 'react';
import type { Diagnostic, Json, JsonObject } from '@/engine';
import type { TryFunctionAnswer } from '@/lib/contracts/functions';
import type { FormSchema } from './fields';

export interface ParamsFormProps {
  /** Declares the parameters. */
  descriptor: FormSchema;
  params: JsonObject;
  /** Path of the object below the step: `params`, `params.action_params`. */
  base: string;
  /** Writes one parameter under the author's key, or removes it; `at` is the path of the leaf that changed. */
  onChange: (key: string, value: Json | undefined, at: string) => void;
  /** Replaces several keys at once: the ones nobody declared. */
  onReplace: (params: JsonObject) => void;
}

/** Hands the form down to controls that hold forms themselves, which therefore need not import it. */
export const NestedFormContext = createContext<ComponentType<ParamsFormProps> | undefined>(undefined);

/** The form for objects inside a form. @throws Error outside a `ParamsForm` */
export function useNestedForm(): ComponentType<ParamsFormProps> {
  const form = use(NestedFormContext);
  if (form === undefined) throw new Error('useNestedForm needs a ParamsForm above it.');
  return form;
}

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

/** Where a form stands: whose fields these are and what is wrong with them. */
export interface FormScope {
  /** The step; undefined for fields of the pipeline. */
  readonly stepId: string | undefined;
  /** Names that expressions here may use besides the usual ones. */
  readonly names: readonly string[];
  /** Whether fields here may hold templates. */
  readonly expressions: boolean;
  /** Problems of this step, or of the pipeline. */
  readonly problems: readonly Diagnostic[];
}

const FormScopeContext = createContext<FormScope>({
  stepId: undefined,
  names: [],
  expressions: true,
  problems: [],
});

export interface FormScopeProviderProps {
  scope: FormScope;
  children: ReactNode;
}

/** Tells the fields below whose they are. */
export function FormScopeProvider({ scope, children }: FormScopeProviderProps) {
  return <FormScopeContext value={scope}>{children}</FormScopeContext>;
}

/** The scope of the form around this field. */
export function useFormScope(): FormScope {
  return use(FormScopeContext);
}
