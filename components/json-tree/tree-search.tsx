'use client';

import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import styles from './json-tree.module.css';

export interface TreeSearchProps {
  /** `Output of deploy`. */
  label: string;
  needle: string;
  onSearch: (needle: string) => void;
  /** Which match of how many: `2 / 3`. */
  hits: string;
  onMove: (by: 1 | -1) => void;
  onClose: () => void;
}

/** The search box of a tree, with buttons and keys for the next and the previous match. */
export function TreeSearch({ label, needle, onSearch, hits, onMove, onClose }: TreeSearchProps) {
  return (
    <Input
      size="sm"
      soft
      autoFocus
      icon="search"
      aria-label={`Search in ${label}`}
      placeholder="Key or value"
      value={needle}
      onChange={(event) => onSearch(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onMove(event.shiftKey ? -1 : 1);
        else if (event.key === 'Escape') onClose();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
      trailing={
        <span className={styles.hits}>
          <span role="status">{hits}</span>
          <IconButton size="sm" iconSize={14} icon="left" label="Previous match" onClick={() => onMove(-1)} />
          <IconButton size="sm" iconSize={14} icon="right" label="Next match" onClick={() => onMove(1)} />
        </span>
      }
    />
  );
}
