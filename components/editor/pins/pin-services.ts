'use client';

import { createContext, use } from 'react';
import type { Answer } from '@/lib/contracts/errors';
import type { PinInput, PinOutputInput } from '@/lib/contracts/pins';

/** Server actions for pinned outputs. */
export interface PinServices {
  /** Pins an entered value, or the output of a run. */
  pin(input: PinOutputInput): Promise<Answer>;
  remove(input: PinInput): Promise<Answer>;
  /** Called after a change. */
  changed(): void;
}

/** Undefined where outputs cannot be pinned. */
export const PinServicesContext = createContext<PinServices | undefined>(undefined);

export function usePinServices(): PinServices | undefined {
  return use(PinServicesContext);
}
