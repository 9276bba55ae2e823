import type { DragEvent } from 'react';
import type { ActionDescriptor, Descriptors } from '@/engine';

/** What a drag from the palette carries: an action type. */
const MEDIA_TYPE = 'application/x-pipewright-action';

/** Begins to drag an action. */
export function dragAction(event: DragEvent, action: ActionDescriptor): void {
  event.dataTransfer.setData(MEDIA_TYPE, action.type);
  event.dataTransfer.effectAllowed = 'copy';
}

/** Whether a drag carries an action. */
export function hasAction(event: DragEvent): boolean {
  return event.dataTransfer.types.includes(MEDIA_TYPE);
}

/** The action that was dropped. */
export function actionFromDrag(event: DragEvent, descriptors: Descriptors): ActionDescriptor | undefined {
  return descriptors.find(event.dataTransfer.getData(MEDIA_TYPE));
}
