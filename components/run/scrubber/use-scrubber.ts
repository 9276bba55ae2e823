'use client';

import { useMemo } from 'react';
import { useLens } from '@/components/run-state/run-context';
import { useRunEvents, useShownInstant } from '@/components/run-state/use-run';
import type { Transition } from '@/engine/run/time/transitions';
import { createScale, type TimeScale } from '../timeline/scale';
import { type TimeAxis, useTimeAxis } from '../timeline/use-time-axis';
import { type ScrubberTick, ticksOf } from './ticks';
import { type Playback, usePlayback } from './use-playback';

/** The state of the scrubber. */
export interface ScrubberState {
  readonly axis: TimeAxis;
  readonly scale: TimeScale;
  readonly ticks: readonly ScrubberTick[];
  /** The shown instant in ms since the start; undefined for the newest state. */
  readonly offsetMs: number | undefined;
  readonly playback: Playback;
  /** The transition at the shown instant, or the last one before it. */
  readonly reached: Transition | undefined;
  /** Shows an instant, ms since 1970; the end shows the newest state. */
  showAt(at: number): void;
  showNewest(): void;
  /** Shows the transition before or after the shown instant. */
  step(direction: 'previous' | 'next'): void;
}

/** Moves the run through its time; undefined before its first event. */
export function useScrubber(): ScrubberState | undefined {
  const { store } = useLens();
  const { revision, events } = useRunEvents();
  const axis = useTimeAxis();
  const offsetMs = useShownInstant()?.offsetMs;
  const playback = usePlayback({ axis, store });
  const scale = useMemo(
    () => axis && createScale(axis.from, Math.max(axis.from + 1, axis.reached), axis.idle),
    [axis],
  );
  const instants = store.getInstants();
  const count = events.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the transitions grow in place with the events.
  const ticks = useMemo(() => (scale ? ticksOf(instants.transitions, scale) : []), [instants, scale, count]);
  if (!axis || !scale || revision === 0) return undefined;
  const { from, reached } = axis;
  const at = offsetMs === undefined ? reached : from + offsetMs;

  function showAt(next: number): void {
    playback.stop();
    store.show(next >= reached ? undefined : Math.max(0, Math.round(next - from)));
  }

  return {
    ...{ axis, scale, ticks, offsetMs, playback, showAt },
    reached: instants.before(at + 1),
    showNewest() {
      playback.stop();
      store.show(undefined);
    },
    step(direction) {
      const target = direction === 'next' ? instants.after(at) : instants.before(at);
      if (target) showAt(target.at);
      else showAt(direction === 'next' ? reached : from);
    },
  };
}
