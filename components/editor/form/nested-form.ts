'use client';

import { type ComponentType, createContext, use } from 'react';
import type { Json, JsonObject } from '@/engine';
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
