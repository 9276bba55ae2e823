'use client';

import type { KeyboardEvent } from 'react';
import { formatCount } from '../ui/format';
import { Input } from '../ui/input';

export interface ActionSearchProps {
  /** Number of actions. */
  count: number;
  query: string;
  onQuery: (query: string) => void;
  /** Called for every key, after Escape has emptied the field. */
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  onEnter: () => void;
  className?: string | undefined;
}

/** The search field of the catalogue. */
export function ActionSearch({ count, query, onQuery, onKeyDown, onEnter, className }: ActionSearchProps) {
  return (
    <Input
      size="sm"
      soft
      icon="search"
      className={className}
      type="search"
      placeholder={`Search ${formatCount(count, 'action')}`}
      aria-label="Search actions"
      value={query}
      onChange={(event) => onQuery(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onQuery('');
        if (event.key === 'Enter') onEnter();
        onKeyDown(event);
      }}
    />
  );
}
