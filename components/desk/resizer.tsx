'use client';

import { type KeyboardEvent, type PointerEvent, useCallback, useSyncExternalStore } from 'react';
import { createObservable } from '@/components/ui/observable';
import styles from './resizer.module.css';

export interface ResizerProps {
  /** What is resized, for screen readers. */
  label: string;
  /** The line between two panels: `vertical` beside each other, `horizontal` below each other. */
  orientation: 'vertical' | 'horizontal';
  size: number;
  min: number;
  max: number;
  /** The panel grows when the line moves this way. */
  grows: 'left' | 'right' | 'up';
  onResize: (size: number) => void;
}

const KEY_STEP = 16;

/** A line between two panels, moved with the pointer or the arrow keys. */
export function Resizer({ label, orientation, size, min, max, grows, onResize }: ResizerProps) {
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const grip = event.currentTarget;
    const start = orientation === 'vertical' ? event.clientX : event.clientY;
    grip.setPointerCapture(event.pointerId);
    const onMove = (move: globalThis.PointerEvent) => {
      const moved = (orientation === 'vertical' ? move.clientX : move.clientY) - start;
      onResize(size + (grows === 'right' ? moved : -moved));
    };
    grip.addEventListener('pointermove', onMove);
    grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', onMove), {
      once: true,
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const bigger = { left: 'ArrowLeft', right: 'ArrowRight', up: 'ArrowUp' }[grows];
    const smaller = { left: 'ArrowRight', right: 'ArrowLeft', up: 'ArrowDown' }[grows];
    const next = { [bigger]: size + KEY_STEP, [smaller]: size - KEY_STEP, Home: min, End: max }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onResize(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is not a thematic break.
    <div
      role="separator"
      tabIndex={0}
      aria-orientation={orientation}
      aria-label={label}
      aria-valuenow={Math.round(size)}
      aria-valuemin={Math.round(min)}
      aria-valuemax={Math.round(max)}
      className={styles[orientation]}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}

/** A panel's size in pixels, kept in this browser. */
export interface PanelSize {
  readonly size: number;
  setSize(size: number): void;
}

export interface PanelLimits {
  readonly first: number;
  readonly min: number;
  readonly max: number;
}

/** Grows when any panel is resized, so that everyone who shows a size looks again. */
const changes = createObservable(0);
const sizes = new Map<string, number>();

/** Remembers how large a panel was made. */
export function usePanelSize(name: string, { first, min, max }: PanelLimits): PanelSize {
  const key = `pipewright.size.${name}`;
  const read = () => sizes.get(key) ?? readKept(key) ?? first;
  const kept = useSyncExternalStore(changes.subscribe, read, () => first);
  const setSize = useCallback(
    (next: number) => {
      const limited = Math.round(Math.min(max, Math.max(min, next)));
      sizes.set(key, limited);
      keep(key, limited);
      changes.set(changes.get() + 1);
    },
    [key, min, max],
  );
  return { size: Math.min(max, Math.max(min, kept)), setSize };
}

function readKept(key: string): number | undefined {
  try {
    const value = Number(window.localStorage.getItem(key));
    const size = Number.isFinite(value) && value > 0 ? value : undefined;
    if (size !== undefined) sizes.set(key, size);
    return size;
  } catch {
    // Storage is switched off in this browser.
    return undefined;
  }
}

function keep(key: string, size: number): void {
  try {
    window.localStorage.setItem(key, String(size));
  } catch {
    // Storage is full or switched off: the size lasts as long as the page.
  }
}
