'use client';

import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { clsx } from '@/components/ui/clsx';
import { formatCount } from '@/components/ui/format';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { Kbd } from '@/components/ui/kbd';
import { listTarget } from '@/components/ui/list-navigation';
import { useShortcutText } from '@/components/ui/use-shortcut-text';
import type { BarItem } from './bar-item';
import styles from './command-bar.module.css';
import { rankItems } from './rank';
import { readRecent } from './recent';
import { useEntries } from './use-entries';

/** Number of entries that are shown; further ones need a longer query. */
const SHOWN = 50;

export interface BarResultsProps {
  onPick: (item: BarItem) => void;
}

/** The search field of the command bar and the entries that match. */
export function BarResults({ onPick }: BarResultsProps) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const [recent] = useState(readRecent);
  const { items, isLoading, isIncomplete } = useEntries(query);
  const found = useMemo(() => rankItems(items, query, recent), [items, query, recent]);
  const shown = found.slice(0, SHOWN);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  // Scrolling of the list follows the keyboard.
  useEffect(() => {
    list.current?.querySelector(`[data-index="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = listTarget(event.key, { at, count: shown.length, inText: true, wraps: true });
    const item = shown[at];
    if (target === undefined && event.key !== 'Enter') return;
    if (event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (target !== undefined) setAt(target);
    else if (item !== undefined) onPick(item);
  };
  return (
    <>
      <Input
        size="lg"
        icon="search"
        soft
        placeholder="Search commands, steps, pipelines, runs and pages"
        aria-label="Go to anything"
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown.length === 0 ? undefined : `${id}-${at}`}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Results" className={styles.list}>
        {shown.map((item, index) => (
          <BarOption
            key={item.id}
            id={`${id}-${index}`}
            item={item}
            index={index}
            chosen={index === at}
            onHover={() => setAt(index)}
            onPick={() => onPick(item)}
          />
        ))}
      </div>
      {found.length === 0 && !isLoading && (
        <p className={styles.none}>
          Nothing matches “{query}”. Search by number covers recent runs only. Search by ID covers all runs.
        </p>
      )}
      {isIncomplete && (
        <p className={styles.none} role="alert">
          Pipelines, runs or actions could not be loaded. Check the connection to the server, then open this
          again.
        </p>
      )}
      <footer className={styles.foot}>
        <span role="status">{isLoading ? 'Loading' : formatCount(found.length, 'result')}</span>
        <span className={styles.keys} aria-hidden>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> choose <Kbd>Enter</Kbd> open <Kbd>Esc</Kbd> close
        </span>
      </footer>
    </>
  );
}

interface BarOptionProps {
  id: string;
  item: BarItem;
  index: number;
  chosen: boolean;
  onHover: () => void;
  onPick: () => void;
}

function BarOption({ id, item, index, chosen, onHover, onPick }: BarOptionProps) {
  const shortcutText = useShortcutText();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field above handles the keys of the list.
    <div
      id={id}
      data-index={index}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={clsx(styles.option, chosen && styles.chosen)}
      onMouseMove={onHover}
      onClick={onPick}
    >
      <Icon name={item.icon} className={styles.icon} />
      <span className={styles.label}>{item.label}</span>
      {item.detail !== undefined && <span className={styles.detail}>{item.detail}</span>}
      {item.shortcut !== undefined && <Kbd>{shortcutText(item.shortcut)}</Kbd>}
      <span className={styles.kind}>{item.kind}</span>
    </div>
  );
}
