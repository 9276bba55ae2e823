'use client';

import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface TooltipProviderProps {
  children: ReactNode;
}

/** Shares the delay of all tooltips below it: after the first, the next ones open at once. */
export function TooltipProvider({ children }: TooltipProviderProps) {
  return (
    <Radix.Provider delayDuration={400} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}
