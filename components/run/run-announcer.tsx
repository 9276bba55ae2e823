'use client';

import { useEffect, useRef, useState } from 'react';
import { stepTitle } from '@/components/run-state/definition';
import { useLens } from '@/components/run-state/run-context';
import { useRunEvents } from '@/components/run-state/use-run';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { announcement } from './announce';

/** A pause between two announcements: a listener can follow one sentence at a time. ms */
const PAUSE_MS = 2500;
/** A run that began at most this long before it is looked at was just started: then all of it is news. ms */
const JUST_STARTED_MS = 10_000;

/** Tells screen readers politely how the run goes, in batches. What happened long before the run was opened is not news. */
export function RunAnnouncer() {
  const { store, definition } = useLens();
  const { events, revision } = useRunEvents();
  const [said, setSaid] = useState('');
  const [openedAt] = useState(() => store.now());
  const told = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  // The listener's ear: news is gathered for a while before it is spoken.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of events grows in place, its revision tells.
  useEffect(() => {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      const state = store.getState();
      const since = state ? newsSince(Date.parse(state.createdAt), openedAt) : openedAt;
      const fresh = events.slice(told.current).filter((event) => Date.parse(event.at) >= since);
      told.current = events.length;
      const stepIds = definition?.document.steps.map((step) => step.id) ?? [];
      const words =
        state && announcement({ events: fresh, state, stepIds, title: (id) => stepTitle(definition, id) });
      if (words) setSaid(words);
    }, PAUSE_MS);
  }, [store, definition, events, revision, openedAt]);

  // The timer above outlives single revisions, but not the page.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );

  return (
    <VisuallyHidden>
      <span role="status" aria-live="polite">
        {said}
      </span>
    </VisuallyHidden>
  );
}

/** From when on events are news: a run is often over before its page is open. */
function newsSince(createdAt: number, openedAt: number): number {
  return openedAt - createdAt <= JUST_STARTED_MS ? createdAt : openedAt;
}
