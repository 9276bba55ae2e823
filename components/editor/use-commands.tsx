'use client';

import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import { showShortcut } from '@/components/ui/shortcut';
import type { Command, CommandContext } from './commands/command';

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

const NEVER = () => () => {};

/** How a command's first shortcut is written on this person's platform. */
export function useShortcutText(): (command: Command) => string | undefined {
  const isMac = useSyncExternalStore(NEVER, readIsMac, () => false);
  return ({ shortcuts: [first] }) => (first === undefined ? undefined : showShortcut(first, isMac));
}

function readIsMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}
