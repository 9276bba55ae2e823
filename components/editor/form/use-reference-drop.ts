'use client';

import { type DragEvent, useState } from 'react';
import { apart, REFERENCE_TYPE, templateOf } from '@/components/pipeline-text/insert-target';

/** Handlers of a field that takes dragged references. */
export interface ReferenceDrop {
  /** Whether a reference is over the field and would replace its value. */
  readonly 'data-drop': true | undefined;
  onDragOver(event: DragEvent<HTMLElement>): void;
  onDragLeave(): void;
  onDrop(event: DragEvent<HTMLElement>): void;
}

/**
 * Lets a reference be dropped on a control that is not text, such as a switch or a list of choices, where it becomes the
 * whole value. Text takes it at the position of the pointer by itself.
 * @param write undefined where the field cannot hold an expression
 */
export function useReferenceDrop(write: ((template: string) => void) | undefined): ReferenceDrop {
  const [isOver, setOver] = useState(false);
  const isFor = (event: DragEvent<HTMLElement>) =>
    write !== undefined && event.dataTransfer.types.includes(REFERENCE_TYPE) && !isText(event.target);
  return {
    'data-drop': isOver || undefined,
    onDragOver(event) {
      if (!isFor(event)) {
        setOver(false);
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event) {
      setOver(false);
      if (!isFor(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const reference = event.dataTransfer.getData(REFERENCE_TYPE);
      apart(() => write?.(templateOf(reference)));
    },
  };
}

function isText(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type]), input[type="text"], textarea, .cm-editor') !== null
  );
}
