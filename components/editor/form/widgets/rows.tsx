'use client';

import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { arrowStep } from '@/components/ui/list-navigation';
import styles from './widgets.module.css';

export interface RowsProps<T> {
  /** Accessible name of the list. */
  label: string;
  rows: readonly T[];
  /** Name of a row in labels: `item`, `header`. */
  noun: string;
  children: (row: T, index: number) => ReactNode;
  onChange: (rows: T[]) => void;
  /** Creates a new row. */
  make: () => T;
}

/** Rows that can be added, removed and reordered by pointer or keyboard (Alt with the arrow keys). */
export function Rows<T>({ label, rows, noun, children, onChange, make }: RowsProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const focusRow = (index: number) => {
    requestAnimationFrame(() => {
      const row = list.current?.children[index];
      row?.querySelector<HTMLElement>('.cm-content, input, textarea, select')?.focus();
    });
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length) return;
    const next = [...rows];
    const [row] = next.splice(from, 1);
    if (row === undefined) return;
    next.splice(to, 0, row);
    onChange(next);
    focusRow(to);
  };
  const remove = (index: number) => {
    onChange(rows.filter((_, other) => other !== index));
    focusRow(Math.min(index, rows.length - 2));
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const by = arrowStep(event.key);
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(index, index + by);
  };
  return (
    <div className={styles.rows}>
      <ul ref={list} aria-label={label}>
        {rows.map((row, index) => (
          <li key={index} className={styles.row} onKeyDownCapture={(event) => onKeyDown(event, index)}>
            {children(row, index)}
            <span className={styles.tools}>
              {rows.length > 1 && (
                <IconButton
                  icon="grip"
                  size="sm"
                  iconSize={14}
                  label={`Move ${noun} ${index + 1}`}
                  shortcut="Alt ↑ ↓"
                  onKeyDown={(event) => moveByArrow(event, (by) => move(index, index + by))}
                />
              )}
              <IconButton
                icon="x"
                size="sm"
                iconSize={14}
                label={`Remove ${noun} ${index + 1}`}
                onClick={() => remove(index)}
              />
            </span>
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        variant="quiet"
        icon="plus"
        onClick={() => {
          onChange([...rows, make()]);
          focusRow(rows.length);
        }}
      >
        Add {noun}
      </Button>
    </div>
  );
}

/** Moves an entry with the arrow keys on its handle. */
export function moveByArrow(event: KeyboardEvent, move: (by: number) => void): void {
  const by = arrowStep(event.key);
  if (by === undefined) return;
  event.preventDefault();
  move(by);
}
