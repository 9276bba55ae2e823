'use client';

import { type KeyboardEvent, type PointerEvent, useCallback, useSyncExternalStore } from 'react';
import { createObservable } from '@/components/ui/observable';
import styles from './resizer.module.css';

export interface ResizerProps {
  /** Name of the resized panel, for screen readers. */
  label: string;
  /** The line between two panels: `vertical` beside each other, `horizontal` below each other. */
  orientation: 'vertical' | 'horizontal';
  size: number;
  min: number;
  max: number;
  /** Direction in which the panel grows. */
  grows: 'left' | 'right' | 'up';
  onResize: (size: number) => void;
}

const KEY_STEP = 16;

/** A line between two panels that is moved with the pointer or the arrow keys. */
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

/** A panel's size in pixels, stored in this browser. */
export interface PanelSize {
  readonly size: number;
  setSize(size: number): void;
}

export interface PanelLimits {
  readonly first: number;
  readonly min: number;
  readonly max: number;
}

/** Increases when any panel is resized, so that every reader of a size reads it again. */
const changes = createObservable(0);
const sizes = new Map<string, number>();

/** Reads and stores the size of a panel. */
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
    // Storage is disabled in this browser.
    return undefined;
  }
}

function keep(key: string, size: number): void {
  try {
    window.localStorage.setItem(key, String(size));
  } catch {
    // Storage is full or disabled: the size is lost with the page.
  }
}
