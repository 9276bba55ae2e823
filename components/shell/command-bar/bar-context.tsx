'use client';

import { createContext, type ReactNode, use, useEffect, useMemo, useRef } from 'react';
import { createObservable, type Observable } from '@/components/ui/observable';
import type { BarItem } from './bar-item';

/** Reads the entries of a part of the page when the command bar opens. */
type BarSource = () => readonly BarItem[];

/** The command bar of a page. */
export interface Bar {
  readonly isOpen: Observable<boolean>;
  /** Adds the entries of a part of the page. Returns a function that removes them. */
  add(source: BarSource): () => void;
  /** The entries of all parts of the page. */
  items(): readonly BarItem[];
}

const BarContext = createContext<Bar | undefined>(undefined);

export interface BarProviderProps {
  children: ReactNode;
}

/** Provides the command bar to the components below. */
export function BarProvider({ children }: BarProviderProps) {
  const bar = useMemo(createBar, []);
  return <BarContext value={bar}>{children}</BarContext>;
}

/** The command bar; undefined outside `BarProvider`. */
export function useBar(): Bar | undefined {
  return use(BarContext);
}

/** Offers entries in the command bar while the component is mounted. `read` is called when the bar opens. */
export function useBarItems(read: BarSource): void {
  const bar = useBar();
  const latest = useRef(read);
  latest.current = read;
  // The bar is outside of the component.
  useEffect(() => bar?.add(() => latest.current()), [bar]);
}

function createBar(): Bar {
  const sources = new Set<BarSource>();
  return {
    isOpen: createObservable(false),
    add(source) {
      sources.add(source);
      return () => sources.delete(source);
    },
    items: () => [...sources].flatMap((source) => source()),
  };
}
