'use client';

import { useEffect, useRef, useState } from 'react';
import type { RunStore } from '@/components/run-state/run-store';
import type { Fold } from '../timeline/scale';
import type { TimeAxis } from '../timeline/use-time-axis';

/** Speeds of playing, as factors of the time of the run. */
export const SPEEDS = [1, 2, 5, 10, 20, 50, 100] as const;
export type Speed = (typeof SPEEDS)[number];

/** Playing of a run. */
export interface Playback {
  readonly isPlaying: boolean;
  readonly speed: Speed;
  setSpeed(speed: Speed): void;
  /** Plays from the shown instant, or from the start when the newest state is shown; or stops. */
  toggle(): void;
  stop(): void;
}

/**
 * The instant after some time of playing. Idle time is skipped.
 * @returns ms since the start; undefined at the known end
 */
export function played(
  offsetMs: number,
  ms: number,
  axis: Pick<TimeAxis, 'from' | 'reached' | 'idle'>,
): number | undefined {
  const next = skipIdle(axis.from + offsetMs + ms, axis.idle);
  return next >= axis.reached ? undefined : next - axis.from;
}

function skipIdle(at: number, idle: readonly Fold[]): number {
  const fold = idle.find(({ from, to }) => at > from && at < to);
  return fold ? fold.to : at;
}

interface PlaybackOptions {
  axis: TimeAxis | undefined;
  store: RunStore;
}

/** Plays the run in the time of the page, frame by frame. */
export function usePlayback({ axis, store }: PlaybackOptions): Playback {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(10);
  const latest = useRef({ axis, speed });
  latest.current = { axis, speed };
  // The frames of the page.
  useEffect(() => {
    if (!isPlaying) return;
    let before: number | undefined;
    let frame = requestAnimationFrame(function step(now) {
      const { axis: known, speed: factor } = latest.current;
      const passed = before === undefined ? 0 : now - before;
      before = now;
      const offsetMs = store.getShown()?.offsetMs;
      const next = known && offsetMs !== undefined ? played(offsetMs, passed * factor, known) : undefined;
      store.show(next);
      if (next === undefined) setPlaying(false);
      else frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, store]);
  return {
    isPlaying,
    speed,
    setSpeed,
    stop: () => setPlaying(false),
    toggle() {
      if (!isPlaying && store.getShown() === undefined) store.show(0);
      setPlaying(!isPlaying);
    },
  };
}
