import { type Breakpoint, type BreakpointPlace, breakpointPlace } from '@/engine/run/debug/breakpoint';
import type { BreakpointList } from '@/lib/contracts/breakpoints';
import { newBreakpoint } from './new-breakpoint';
import { placeKey } from './places';

/** The list with a breakpoint added, or replaced at its place in the list. */
export function withBreakpoint(list: BreakpointList, breakpoint: Breakpoint): BreakpointList {
  const isKnown = list.breakpoints.some(({ id }) => id === breakpoint.id);
  const breakpoints = isKnown
    ? list.breakpoints.map((each) => (each.id === breakpoint.id ? breakpoint : each))
    : [...list.breakpoints, breakpoint];
  return { ...list, breakpoints, problems: problemsWithout(list, breakpoint.id) };
}

/** The list without a breakpoint. */
export function withoutBreakpoint(list: BreakpointList, id: string): BreakpointList {
  return {
    ...list,
    breakpoints: list.breakpoints.filter((each) => each.id !== id),
    problems: problemsWithout(list, id),
  };
}

function problemsWithout({ problems }: BreakpointList, id: string): BreakpointList['problems'] {
  return problems.filter(({ breakpoint }) => breakpoint !== id);
}

/** What toggling does. */
export interface Toggled {
  readonly add: readonly Breakpoint[];
  readonly remove: readonly Breakpoint[];
  /** For screen readers. */
  readonly sentence: string;
}

/** Adds a breakpoint where there is none; removes all of them when every place has one. */
export function togglePlaces(all: readonly Breakpoint[], places: readonly BreakpointPlace[]): Toggled {
  const keys = new Set(places.map(placeKey));
  const found = all.filter(({ at }) => keys.has(placeKey(at)));
  const taken = new Set(found.map(({ at }) => placeKey(at)));
  const free = places.filter((at) => !taken.has(placeKey(at)));
  if (free.length === 0)
    return { add: [], remove: found, sentence: `Removed breakpoint at ${names(places)}.` };
  return { add: free.map(newBreakpoint), remove: [], sentence: `Added breakpoint at ${names(free)}.` };
}

function names(places: readonly BreakpointPlace[]): string {
  return places.map(breakpointPlace).join(', ');
}
