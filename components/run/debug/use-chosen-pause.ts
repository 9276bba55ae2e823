import { useEffect, useRef, useState } from 'react';
import { type OpenPause, pauseKey } from '@/components/run-state/pauses';
import type { RunLens } from '@/components/run-state/run-context';
import { unitKey } from '@/engine';

/** The pause that is shown, the one shown last, or the oldest. */
export function useChosenPause(lens: RunLens | undefined, open: readonly OpenPause[]): OpenPause | undefined {
  const [last, setLast] = useState<string>();
  const { step, iteration = [] } = lens?.focus ?? {};
  const key = step === undefined ? undefined : unitKey({ step, iteration });
  const shown = open.find((each) => unitKey(each) === key);
  const shownKey = shown && pauseKey(shown);
  if (shownKey !== undefined && shownKey !== last) setLast(shownKey);
  return shown ?? open.find((each) => pauseKey(each) === last) ?? open[0];
}

/**
 * Shows a new pause: the first one while no step is shown, and the next one after an answer of this person.
 * @returns a function that makes the next pause shown
 */
export function useFollowPauses(lens: RunLens | undefined, open: readonly OpenPause[]): () => void {
  const known = useRef<ReadonlySet<string>>(new Set());
  const follows = useRef(false);
  const isShown = lens?.focus.step !== undefined;
  const setFocus = lens?.setFocus;
  // The canvas and the address follow the run.
  useEffect(() => {
    const fresh = open.find((each) => !known.current.has(pauseKey(each)));
    known.current = new Set(open.map(pauseKey));
    const next = follows.current ? (fresh ?? open[0]) : fresh;
    if (next === undefined || (isShown && !follows.current)) return;
    follows.current = false;
    setFocus?.({ step: next.step, iteration: next.iteration });
  }, [open, isShown, setFocus]);
  return () => {
    follows.current = true;
  };
}
