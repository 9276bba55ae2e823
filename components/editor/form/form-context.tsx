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
  /** Writes a parameter under the author's key, or removes it; `at` is the path of the changed leaf. */
  onChange: (key: string, value: Json | undefined, at: string) => void;
  /** Replaces the undeclared keys. */
  onReplace: (params: JsonObject) => void;
}

/** Provides the form to controls with nested forms, to avoid an import cycle. */
export const NestedFormContext = createContext<ComponentType<ParamsFormProps> | undefined>(undefined);

/** The form for objects inside a form. @throws Error outside a `ParamsForm` */
export function useNestedForm(): ComponentType<ParamsFormProps> {
  const form = use(NestedFormContext);
  if (form === undefined) throw new Error('useNestedForm needs a ParamsForm above it.');
  return form;
}

/** The inputs of a step, or of one of its iterations, in a run. */
export interface LastInputs {
  /** The run's number within its pipeline. */
  readonly run: number;
  /** Index of the iteration, from 0; undefined for the step itself. */
  readonly iteration?: number | undefined;
  /** Resolved parameters by canonical name, secrets masked. */
  readonly inputs: JsonObject;
}

/** A function and its step's parameters, to be tried on data of the last run. */
export interface TryFunctionRequest {
  readonly stepId: string;
  /** The step's current parameters in the form. */
  readonly params: JsonObject;
}

/** Server requests of fields, provided by the page. Fields hide features whose service is missing. */
export interface FormServices {
  /** The inputs of a step in the chosen run, or those of the chosen iteration; undefined without a run. */
  readonly lastInputs?: (stepId: string, of: 'step' | 'iteration') => Promise<LastInputs | undefined>;
  /** Chooses the iteration and the attempt of a step whose values are shown. */
  readonly StepPlace?: ComponentType<{ step: string }>;
  readonly tryFunction?: (request: TryFunctionRequest) => Promise<TryFunctionAnswer>;
  /** Asks a person to store a value as a secret; `onStored` gets its name. */
  readonly storeSecret?: (value: NewSecret, onStored: (name: string) => void) => void;
}

/** A value that becomes a secret. */
export interface NewSecret {
  /** A suggestion. */
  readonly name: string;
  readonly value: string;
}

export const FormServicesContext = createContext<FormServices>({});

export function useFormServices(): FormServices {
  return use(FormServicesContext);
}

/** The owner of a form's fields, and their problems. */
export interface FormScope {
  /** The step; undefined for fields of the pipeline. */
  readonly stepId: string | undefined;
  /** Additional names for expressions. */
  readonly names: readonly string[];
  /** Whether fields may contain templates. */
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

export function FormScopeProvider({ scope, children }: FormScopeProviderProps) {
  return <FormScopeContext value={scope}>{children}</FormScopeContext>;
}

export function useFormScope(): FormScope {
  return use(FormScopeContext);
}
