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

/** Age up to which a run counts as just started, in ms: its page has opened because of that. */
const JUST_STARTED_MS = 10_000;

/** What a page has shown of a run by itself. */
interface Followed {
  readonly runId: string | undefined;
  /** When the run was opened, by the clock of the server. */
  readonly openedAt: number;
  /** The step that was shown by itself, not by this person. */
  step: string | undefined;
  known: ReadonlySet<string>;
  /** Whether this person has answered, and goes to the next pause. */
  isNextWanted: boolean;
}

/**
 * Shows a new pause: until this person chooses a step, and after each answer of this person. A link to a step of a run
 * that was paused before is followed instead.
 * @returns a function that makes the next pause shown
 */
export function useFollowPauses(lens: RunLens | undefined, open: readonly OpenPause[]): () => void {
  const followed = useRef<Followed | undefined>(undefined);
  const { runId, store, setFocus } = lens ?? {};
  const step = lens?.focus.step;
  // The canvas and the address follow the run.
  useEffect(() => {
    if (store === undefined) return;
    let at = followed.current;
    if (at === undefined || at.runId !== runId)
      at = { ...{ runId, openedAt: store.now(), step, known: new Set<string>(), isNextWanted: false } };
    followed.current = at;
    const createdAt = Date.parse(store.getLatest()?.createdAt ?? '');
    const next = nextToShow({ ...at, createdAt }, open, step);
    at.known = new Set(open.map(pauseKey));
    if (next === undefined) return;
    at.isNextWanted = false;
    at.step = next.step;
    setFocus?.({ step: next.step, iteration: next.iteration });
  }, [open, runId, store, step, setFocus]);
  return () => {
    if (followed.current) followed.current.isNextWanted = true;
  };
}

/** The pause to show; undefined to stay at what is shown. */
function nextToShow(
  { step, known, openedAt, createdAt, isNextWanted }: Followed & { readonly createdAt: number },
  open: readonly OpenPause[],
  shown: string | undefined,
): OpenPause | undefined {
  const fresh = open.find((each) => !known.has(pauseKey(each)));
  if (isNextWanted) return fresh ?? open[0];
  if (fresh === undefined) return undefined;
  // A run that was just started may have paused before its page was open.
  const isNew = openedAt - createdAt <= JUST_STARTED_MS || Date.parse(fresh.pause.since) >= openedAt;
  return shown === undefined || (shown === step && isNew) ? fresh : undefined;
}
