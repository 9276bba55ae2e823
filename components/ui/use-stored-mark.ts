'use client';

import { useCallback, useSyncExternalStore } from 'react';
import { createListeners } from './observable';

const changes = createListeners();

/** Marks of this page, for browsers without storage. */
const marksHere = new Set<string>();

/**
 * Something that happened once in this browser, such as that a part of a page was hidden.
 * @param whileUnknown the value while the server renders
 */
export function useStoredMark(
  key: string,
  whileUnknown: boolean,
): readonly [isSet: boolean, set: () => void] {
  const isSet = useSyncExternalStore(
    changes.add,
    () => read(key),
    () => whileUnknown,
  );
  const set = useCallback(() => {
    write(key);
    changes.notify();
  }, [key]);
  return [isSet, set];
}

function read(key: string): boolean {
  if (marksHere.has(key)) return true;
  try {
    return window.localStorage.getItem(key) !== null;
  } catch {
    // Storage is disabled.
    return false;
  }
}

function write(key: string): void {
  try {
    window.localStorage.setItem(key, 'set');
  } catch {
    // Storage is full or disabled: the mark lasts until the page is left.
    marksHere.add(key);
  }
}
