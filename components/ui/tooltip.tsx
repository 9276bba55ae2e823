'use client';

import { Tooltip as Radix } from 'radix-ui';
import type { FocusEvent, ReactElement, ReactNode } from 'react';
import { Kbd } from './kbd';
import styles from './tooltip.module.css';

export interface TooltipProps {
  content: ReactNode;
  /** One element that can take focus. */
  children: ReactElement;
  shortcut?: string;
  /** @default 'bottom' */
  side?: 'top' | 'right' | 'bottom' | 'left';
}

/** A short text beside an element while it is hovered or focused. It must not contain the only mention of a fact. */
export function Tooltip({ content, children, shortcut, side = 'bottom' }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild onFocus={stayClosedForPointers}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content side={side} sideOffset={6} collisionPadding={8} className={styles.tooltip}>
          {content}
          {shortcut && <Kbd>{shortcut}</Kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A menu that is closed with a pointer returns the focus to its button, which nobody asked about. */
function stayClosedForPointers(event: FocusEvent<HTMLElement>): void {
  if (!event.target.matches(':focus-visible')) event.preventDefault();
}

export interface TooltipProviderProps {
  children: ReactNode;
}

/** Shares the delay of all tooltips below it: after the first one, others open immediately. */
export function TooltipProvider({ children }: TooltipProviderProps) {
  return (
    <Radix.Provider delayDuration={400} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}
