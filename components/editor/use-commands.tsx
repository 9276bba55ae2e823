'use client';

import { createContext, type ReactNode, use } from 'react';
import { useShortcutText as useTextOf } from '@/components/ui/use-shortcut-text';
import type { Command, CommandContext } from './commands/command';

const Context = createContext<CommandContext | undefined>(undefined);

export interface CommandsProviderProps {
  value: CommandContext;
  children: ReactNode;
}

/** Provides the context of commands to the components below. */
export function CommandsProvider({ value, children }: CommandsProviderProps) {
  return <Context value={value}>{children}</Context>;
}

/** The context of commands. @throws Error outside `CommandsProvider` */
export function useCommandContext(): CommandContext {
  const context = use(Context);
  if (context === undefined) throw new Error('useCommands needs a CommandsProvider above it.');
  return context;
}

/** Formats the first shortcut of a command for the platform of the browser. */
export function useShortcutText(): (command: Command) => string | undefined {
  const textOf = useTextOf();
  return ({ shortcuts: [first] }) => (first === undefined ? undefined : textOf(first));
}
