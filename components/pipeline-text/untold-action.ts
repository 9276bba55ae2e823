import type { ActionDescriptor } from '@/engine';

/** What the head of a step shows besides its action. */
export interface StepHead {
  readonly title: string;
  readonly id: string;
  /** As written in the document. */
  readonly action: string;
  readonly descriptor: ActionDescriptor | undefined;
}

/** The number at the end of an ID that the editor gave to a second step of the same action. */
const COUNTED = /_\d+$/;

/** The name of an action, for the head of a step; undefined where title or ID name the action. */
export function untoldAction({ title, id, action, descriptor }: StepHead): string | undefined {
  const name = descriptor?.title ?? action;
  if (isSame(title, name) || isSame(title, action)) return undefined;
  const base = id.replace(COUNTED, '');
  return [action, descriptor?.type].includes(base) ? undefined : name;
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.toLowerCase();
}
