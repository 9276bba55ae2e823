import { useCallback, useMemo } from 'react';
import type { Breakpoint, BreakpointPlace, DebugSettings } from '@/engine/run/debug/breakpoint';
import type { EdgeData } from '../canvas/flow-types';
import { useObservable, useSession } from '../use-editor';
import { placeKey, placeOfEdge } from './places';

type Index = ReadonlyMap<string, readonly Breakpoint[]>;

const NONE: readonly Breakpoint[] = [];
const indexes = new WeakMap<DebugSettings['breakpoints'], Index>();

/** The breakpoints at a place; the same list while the breakpoints are unchanged. */
export function useBreakpointsAt(at: BreakpointPlace): readonly Breakpoint[] {
  const key = placeKey(at);
  const read = useCallback((settings: DebugSettings) => breakpointsAt(settings, key), [key]);
  return useObservable(useSession().breakpoints, read);
}

/** The breakpoints at a step and at the iterations of its loop. */
export function useStepBreakpoints(step: string): readonly Breakpoint[] {
  const read = useCallback((settings: DebugSettings) => breakpointsAt(settings, `own ${step}`), [step]);
  return useObservable(useSession().breakpoints, read);
}

/** The breakpoints on an edge, and on the others that it stands for; none on one that only shows a value. */
export function useEdgeBreakpoints(data: EdgeData): readonly Breakpoint[] {
  // One text, so that the selector keeps its identity.
  const keys = edgeKeys(data).join('\n');
  const read = useMemo(() => {
    let last = NONE;
    return (settings: DebugSettings) => {
      const next = keys === '' ? NONE : atKeys(settings, keys.split('\n'));
      if (!isSame(next, last)) last = next;
      return last;
    };
  }, [keys]);
  return useObservable(useSession().breakpoints, read);
}

/** As `useEdgeBreakpoints`, of given breakpoints. */
export function edgeBreakpoints(settings: DebugSettings, data: EdgeData): readonly Breakpoint[] {
  return atKeys(settings, edgeKeys(data));
}

function atKeys(settings: DebugSettings, keys: readonly string[]): readonly Breakpoint[] {
  return keys.flatMap((key) => breakpointsAt(settings, key));
}

/** Keys of the places that an edge has: its own, and that of any edge between the same steps. */
function edgeKeys({ kind, edge, joined = [edge] }: EdgeData): string[] {
  if (kind === 'lineage') return [];
  const keys = joined.flatMap((each) => [placeOfEdge(each), { from: each.from, to: each.to }]).map(placeKey);
  return [...new Set(keys)];
}

function isSame(a: readonly Breakpoint[], b: readonly Breakpoint[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}

/** The breakpoints of a place, by its key. */
export function breakpointsAt({ breakpoints }: DebugSettings, key: string): readonly Breakpoint[] {
  let index = indexes.get(breakpoints);
  if (index === undefined) {
    index = byPlace(breakpoints);
    indexes.set(breakpoints, index);
  }
  return index.get(key) ?? NONE;
}

/** Lists by place; those of a step and its iterations together are `own` too. */
function byPlace(breakpoints: readonly Breakpoint[]): Index {
  const index = new Map<string, Breakpoint[]>();
  for (const breakpoint of breakpoints) {
    const { at } = breakpoint;
    for (const key of [placeKey(at), ...('step' in at ? [`own ${at.step}`] : [])]) {
      const list = index.get(key);
      if (list === undefined) index.set(key, [breakpoint]);
      else list.push(breakpoint);
    }
  }
  return index;
}
