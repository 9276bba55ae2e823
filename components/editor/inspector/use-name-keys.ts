'use client';

import { useState } from 'react';

/** The React keys of named entries, which keep their place and focus when they are renamed. */
export interface NameKeys {
  of(name: string): number;
  /** Called before an entry gets another name. */
  move(name: string, next: string): void;
}

/** Keys for the entries with these names. An entry that is new, or returns, has a new key. */
export function useNameKeys(names: readonly string[]): NameKeys {
  const [keys] = useState(() => createNameKeys());
  keys.keep(names);
  return keys;
}

export function createNameKeys(): NameKeys & { keep(names: readonly string[]): void } {
  const known = new Map<string, number>();
  const pending = new Set<string>();
  let last = 0;
  return {
    of(name) {
      const key = known.get(name);
      if (key !== undefined) return key;
      last += 1;
      known.set(name, last);
      return last;
    },
    move(name, next) {
      const key = known.get(name);
      if (key === undefined) return;
      known.delete(name);
      known.set(next, key);
      pending.add(next);
    },
    keep(names) {
      const present = new Set(names);
      for (const name of known.keys()) {
        // The new name is not part of the document until it is rendered with it.
        if (present.has(name)) pending.delete(name);
        else if (!pending.has(name)) known.delete(name);
      }
    },
  };
}
