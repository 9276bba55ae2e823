'use client';

import { createContext } from 'react';

/** Links to parts of the value that a tree shows. */
export interface ValueLinks {
  /** The part that the address of the page names: a JSON pointer. */
  readonly pointer: string | undefined;
  /** Copies a link to a part. @param pointer its JSON pointer */
  copy(pointer: string): void;
}

/** Set around a value whose parts have links; undefined elsewhere. */
export const ValueLinksContext = createContext<ValueLinks | undefined>(undefined);
