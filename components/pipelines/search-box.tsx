'use client';

import { type Ref, useEffect, useState } from 'react';
import { IconButton } from '../ui/icon-button';
import { Input } from '../ui/input';
import { Kbd } from '../ui/kbd';
import styles from './search-box.module.css';

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
    <Input
      ref={ref}
      type="search"
      size="sm"
      soft
      icon="search"
      placeholder="Filter"
      aria-label="Filter pipelines"
      className={styles.box}
      value={text}
      trailing={
        text === '' ? (
          <Kbd>/</Kbd>
        ) : (
          <IconButton icon="x" iconSize={14} size="sm" label="Clear filter" onClick={clear} />
        )
      }
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') clear();
      }}
    />
  );
}
