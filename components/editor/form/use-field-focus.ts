'use client';

import { type FocusEvent, useEffect, useMemo } from 'react';
import { patch } from '@/components/ui/observable';
import type { Diagnostic } from '@/engine';
import { fieldKey, isHalfTyped, reviewField } from '../model/to-fill-in';
import { useObservable, useSession } from '../use-editor';

/** Follows whether a field has the focus, and leaves out what is not wrong while it is typed. */
export function useFieldFocus(step: string | undefined, path: string, all: readonly Diagnostic[]) {
  const { reviewed } = useSession();
  const key = fieldKey(step, path);
  const hasFocus = useObservable(reviewed, ({ focused }) => focused === key);
  const problems = useMemo(
    () =>
      hasFocus ? all.filter((problem) => !isHalfTyped(problem, { ...reviewed.get(), focused: key })) : all,
    [all, hasFocus, reviewed, key],
  );
  // A field that is removed with the focus in it receives no blur event.
  useEffect(() => () => clear(reviewed, key), [reviewed, key]);
  return {
    problems,
    handlers: {
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        if (isText(target)) patch(reviewed, { focused: key });
        else clear(reviewed, key);
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!leaves(event)) return;
        clear(reviewed, key);
        reviewField(reviewed, step, path);
      },
    },
  };
}

/** Whether text is typed into an element. A press on the fix of a problem must not hide the problem. */
function isText(element: Element): boolean {
  return element.matches('input, textarea, [contenteditable="true"]');
}

function clear(reviewed: ReturnType<typeof useSession>['reviewed'], key: string): void {
  if (reviewed.get().focused === key) patch(reviewed, { focused: undefined });
}

/** Whether the focus goes to another field. */
function leaves({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  return !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
}
