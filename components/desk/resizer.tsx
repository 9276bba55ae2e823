'use client';

import type { KeyboardEvent, PointerEvent } from 'react';
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
