'use client';

import { type KeyboardEvent, memo, type PointerEvent, useRef } from 'react';
import { useLens } from '@/components/run-state/run-context';
import { formatDuration } from '@/components/ui/format';
import type { TimeScale } from '../timeline/scale';
import { offsetText, transitionText } from './instant-text';
import styles from './scrubber.module.css';
import type { ScrubberTick } from './ticks';
import type { ScrubberState } from './use-scrubber';

export interface ScrubberTrackProps {
  scrubber: ScrubberState;
}

/** Steps of Page Up and Page Down, as a share of the track. */
const PAGE = 0.1;

/** The slider over the time of the run. Arrow keys move between transitions, Space plays. */
export function ScrubberTrack({ scrubber }: ScrubberTrackProps) {
  const { definition } = useLens();
  const track = useRef<HTMLDivElement>(null);
  const frame = useRef<number | undefined>(undefined);
  const { axis, scale, ticks, offsetMs, reached } = scrubber;
  const lengthMs = axis.reached - axis.from;
  const now = offsetMs ?? lengthMs;
  const place = scale.place(axis.from + now);

  function showPlace(next: number): void {
    if (next >= 1) scrubber.showNewest();
    else scrubber.showAt(scale.instant(Math.max(0, next)));
  }

  /** Pointers report more often than the page is drawn. */
  function drag(event: PointerEvent<HTMLDivElement>): void {
    const box = track.current?.getBoundingClientRect();
    if (!box) return;
    const next = (event.clientX - box.left) / Math.max(1, box.width);
    if (frame.current !== undefined) cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => showPlace(next));
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => scrubber.step('previous'),
      ArrowDown: () => scrubber.step('previous'),
      ArrowRight: () => scrubber.step('next'),
      ArrowUp: () => scrubber.step('next'),
      Home: () => scrubber.showAt(axis.from),
      End: scrubber.showNewest,
      PageDown: () => showPlace(place - PAGE),
      PageUp: () => showPlace(place + PAGE),
      ' ': scrubber.playback.toggle,
    };
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  const what = reached ? `, ${transitionText(reached, definition)}` : '';
  return (
    <div
      ref={track}
      role="slider"
      tabIndex={0}
      className={styles.track}
      aria-label="Shown instant"
      aria-valuemin={0}
      aria-valuemax={lengthMs}
      aria-valuenow={now}
      aria-valuetext={`${offsetText(now)} of ${offsetText(lengthMs)}${what}`}
      title={reached && transitionText(reached, definition)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(event);
      }}
    >
      <Ticks ticks={ticks} />
      <Folds scale={scale} />
      <span className={styles.thumb} style={{ left: `${place * 100}%` }} />
    </div>
  );
}

/** Drawn again only when a transition was added, not for each shown instant. */
const Ticks = memo(function Ticks({ ticks }: { ticks: readonly ScrubberTick[] }) {
  return ticks.map(({ place, status }) => (
    <i key={place} className={styles.tick} data-status={status} style={{ left: `${place * 100}%` }} />
  ));
});

/** Idle time, drawn narrower than it is. */
const Folds = memo(function Folds({ scale }: { scale: TimeScale }) {
  return scale.folds.map((fold) => (
    <span
      key={fold.from}
      className={styles.fold}
      title={`Idle for ${formatDuration(fold.to - fold.from)}`}
      style={{
        left: `${scale.place(fold.from) * 100}%`,
        width: `${(scale.place(fold.to) - scale.place(fold.from)) * 100}%`,
      }}
    />
  ));
});
