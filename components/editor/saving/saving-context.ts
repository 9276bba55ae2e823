'use client';

import { createContext, use } from 'react';
import type { Saving } from './use-save';

/** Set by the desk of a pipeline that can be edited. */
export const SavingContext = createContext<Saving | undefined>(undefined);

/** How the pipeline is saved; undefined where it is read-only. */
export function useSaving(): Saving | undefined {
  return use(SavingContext);
}
