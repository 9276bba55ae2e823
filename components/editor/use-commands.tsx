'use client';

import { createContext, type ReactNode, use } from 'react';
import type { CommandContext } from './commands/command';

const Context = createContext<CommandContext | undefined>(undefined);

export interface CommandsProviderProps {
  value: CommandContext;
  children: ReactNode;
}

/** Gives commands what they may touch to everything below it. */
export function CommandsProvider({ value, children }: CommandsProviderProps) {
  return <Context value={value}>{children}</Context>;
}

/** What commands may touch. @throws Error outside `CommandsProvider` */
export function useCommandContext(): CommandContext {
  const context = use(Context);
  if (context === undefined) throw new Error('useCommands needs a CommandsProvider above it.');
  return context;
}
