'use client';

import { type Ref, useEffect, useState } from 'react';
import { FilterBox } from '../ui/filter-box';

export interface SearchBoxProps {
  /** The search of the shown list. */
  query: string;
  /** Called when typing has paused. */
  onQuery: (query: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Pause in typing after which the list is searched, in ms. */
const PAUSE_MS = 200;

/** Searches the list while a person types. */
export function SearchBox({ query, onQuery, ref }: SearchBoxProps) {
  const [text, setText] = useState(query);
  const [known, setKnown] = useState(query);
  // The search was changed from outside, for example by a reset.
  if (query !== known) {
    setKnown(query);
    if (query.trim() !== text.trim()) setText(query);
  }

  // A browser timer.
  useEffect(() => {
    if (text === query) return undefined;
    const timer = setTimeout(() => onQuery(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, query, onQuery]);

  function clear() {
    setText('');
    onQuery('');
  }

  return (
    <FilterBox ref={ref} label="Filter pipelines" value={text} onValueChange={setText} onClear={clear} />
  );
}
