'use client';

import { createContext, type ReactNode, use } from 'react';
import type { Diagnostic } from '@/engine';

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
