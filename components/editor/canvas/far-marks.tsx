import { useMemo } from 'react';
import { useOptionalLens } from '@/components/run-state/run-context';
import type { RunStore } from '@/components/run-state/run-store';
import { useRunEvents } from '@/components/run-state/use-run';
import { clsx } from '@/components/ui/clsx';
import type { Breakpoint, DebugSettings } from '@/engine/run/debug/breakpoint';
import { PlainMark } from '../breakpoints/breakpoint-mark';
import { edgeBreakpoints } from '../breakpoints/use-breakpoints-at';
import { useObservable, useSession } from '../use-editor';
import { drawnState } from './edge-state';
import styles from './far-edges.module.css';
import type { FarRoute } from './far-routes';

export interface FarMarksProps {
  routes: readonly FarRoute[];
}

interface Mark {
  readonly id: string;
  readonly transform: string;
  readonly breakpoints: readonly Breakpoint[];
  readonly isPaused: boolean;
}

/** Marks on edges at a zoom below 30 %: breakpoints, pauses of the shown run, and edges that were never taken. */
export function FarMarks({ routes }: FarMarksProps) {
  const settings = useObservable(useSession().breakpoints, (value) => value);
  const run = useOptionalLens()?.store;
  const { revision } = useRunEvents();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the run's state changes in place; its revision changes.
  const marks = useMemo(() => marksOf(routes, settings, run), [routes, settings, run, revision]);
  const untaken = useMemo(() => pointsOf(routes, marks), [routes, marks]);
  return (
    <>
      {untaken !== '' && (
        <svg className={clsx(styles.edges, styles.points)} aria-hidden role="presentation" data-untaken>
          <path className={styles.ring} d={untaken} />
          <path className={styles.hole} d={untaken} />
        </svg>
      )}
      {marks.map(({ id, ...mark }) => (
        <PlainMark key={id} {...mark} />
      ))}
    </>
  );
}

function marksOf(
  routes: readonly FarRoute[],
  settings: DebugSettings,
  run: RunStore | undefined,
): readonly Mark[] {
  const isMarked = settings.breakpoints.some(({ at }) => 'from' in at);
  if (!isMarked && run === undefined) return [];
  return routes.flatMap(({ id, data, route: { middleX, middleY } }) => {
    const breakpoints = isMarked ? edgeBreakpoints(settings, data) : [];
    const isPaused = run !== undefined && drawnState(data, run.unit).status === 'paused';
    if (breakpoints.length === 0 && !isPaused) return [];
    return [
      { id, breakpoints, isPaused, transform: `translate(-50%, -50%) translate(${middleX}px, ${middleY}px)` },
    ];
  });
}

/** A point in the middle of each edge that was never taken, as one path; a breakpoint takes its place. */
function pointsOf(routes: readonly FarRoute[], marks: readonly Mark[]): string {
  const marked = new Set(marks.map(({ id }) => id));
  return routes
    .filter(({ id, data }) => data.count === 0 && !marked.has(id))
    .map(({ route: { middleX, middleY } }) => `M${middleX} ${middleY}h0`)
    .join('');
}
