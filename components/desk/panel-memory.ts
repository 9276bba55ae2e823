'use client';

import { useCallback, useSyncExternalStore } from 'react';
import { useFirstScreen } from '@/components/ui/first-screen-provider';
import { createObservable } from '@/components/ui/observable';
import type { PanelLimits } from './panel-layout';

/** A panel's size in pixels, stored in this browser. */
export interface PanelSize {
  readonly size: number;
  /** Whether a person has set it. */
  readonly isChosen: boolean;
  setSize(size: number): void;
}

/** Increases when anything is stored, so that every reader reads again. */
const changes = createObservable(0);
const stored = new Map<string, string>();
const PREFIX = 'pipewright.';

/** What is stored for panels of this page, by name. */
export function storedPanels(): Readonly<Record<string, string>> {
  return Object.fromEntries([...stored].map(([key, text]) => [key.slice(PREFIX.length), text]));
}

/** Reads and stores the size of a panel. */
export function usePanelSize(name: string, { first, min, max }: PanelLimits): PanelSize {
  const [text, setText] = useStored(`size.${name}`);
  const kept = Number(text);
  const isChosen = Number.isFinite(kept) && kept > 0;
  const size = isChosen ? kept : first;
  const setSize = useCallback(
    (next: number) => setText(String(Math.round(Math.min(max, Math.max(min, next))))),
    [setText, min, max],
  );
  return { size: Math.min(max, Math.max(min, size)), isChosen, setSize };
}

/** Reads and stores one of some words, such as whether a panel is open. */
export function usePanelChoice<Choice extends string>(
  name: string,
  choices: readonly [first: Choice, ...others: Choice[]],
): readonly [Choice, (choice: Choice) => void] {
  const [text, setText] = useStored(name);
  return [choices.find((choice) => choice === text) ?? choices[0], setText];
}

/** A text of this browser. The server and the first render use the one of the last visit. */
function useStored(name: string): readonly [string | undefined, (text: string) => void] {
  const key = `${PREFIX}${name}`;
  const first = useFirstScreen();
  const text = useSyncExternalStore(
    changes.subscribe,
    () => stored.get(key) ?? readStored(key),
    () => first.panels[name],
  );
  const setText = useCallback(
    (next: string) => {
      stored.set(key, next);
      store(key, next);
      changes.set(changes.get() + 1);
    },
    [key],
  );
  return [text, setText];
}

function readStored(key: string): string | undefined {
  try {
    const text = window.localStorage.getItem(key) ?? undefined;
    if (text !== undefined) stored.set(key, text);
    return text;
  } catch {
    // Storage is disabled in this browser.
    return undefined;
  }
}

function store(key: string, text: string): void {
  try {
    window.localStorage.setItem(key, text);
  } catch {
    // Storage is full or disabled: the choice is lost with the page.
  }
}
