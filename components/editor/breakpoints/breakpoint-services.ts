'use client';

import { createContext, use } from 'react';
import type { Breakpoint, BreakpointPlace } from '@/engine/run/debug/breakpoint';
import type { Answer } from '@/lib/contracts/errors';

/** Changes of the breakpoints of the shown pipeline. Each is shown at once, and taken back when the server refuses it. */
export interface BreakpointServices {
  /** Adds or replaces a breakpoint. @param isForm whether a form shows the refusal, in place of a message */
  put(breakpoint: Breakpoint, isForm?: boolean): Promise<Answer>;
  remove(breakpoint: Breakpoint): Promise<Answer>;
  setPauseOnFailure(pauses: boolean): Promise<Answer>;
  /** Adds a breakpoint at each place, or removes all of them when every place has one. */
  toggle(places: readonly BreakpointPlace[]): void;
}

/** Undefined where breakpoints cannot be changed: no server has the pipeline. */
export const BreakpointServicesContext = createContext<BreakpointServices | undefined>(undefined);

export function useBreakpointServices(): BreakpointServices | undefined {
  return use(BreakpointServicesContext);
}
