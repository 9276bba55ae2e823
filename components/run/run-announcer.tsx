'use client';

import { useEffect, useRef, useState } from 'react';
import { stepTitle } from '@/components/run-state/definition';
import { useLens } from '@/components/run-state/run-context';
import { useRunEvents } from '@/components/run-state/use-run';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { announcement } from './announce';

/** Pause between two announcements, in ms, so that a listener can follow. */
const PAUSE_MS = 2500;
/** Age up to which a run counts as just started, in ms: then all its events are announced. */
const JUST_STARTED_MS = 10_000;

/** Announces events of the run to screen readers in batches, without events long before the page was opened. */
export function RunAnnouncer() {
  const { store, definition } = useLens();
  const { events, revision } = useRunEvents();
  const [text, setText] = useState('');
  const [openedAt] = useState(() => store.now());
  const announced = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  // The screen reader: events are collected for a while before they are announced.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of events grows in place; its revision changes.
  useEffect(() => {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      // News are announced also while a past instant is shown.
      const state = store.getLatest();
      const since = state ? newsSince(Date.parse(state.createdAt), openedAt) : openedAt;
      const fresh = events.slice(announced.current).filter((event) => Date.parse(event.at) >= since);
      announced.current = events.length;
      const stepIds = definition?.document.steps.map((step) => step.id) ?? [];
      const words =
        state && announcement({ events: fresh, state, stepIds, title: (id) => stepTitle(definition, id) });
      if (words) setText(words);
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
        {text}
      </span>
    </VisuallyHidden>
  );
}

/** Start of the events to announce: a run has often ended before its page is open. */
function newsSince(createdAt: number, openedAt: number): number {
  return openedAt - createdAt <= JUST_STARTED_MS ? createdAt : openedAt;
}
