import type { Descriptors } from '../../catalogue';
import type { Graph } from '../../pipeline/graph';
import type { Hop } from './hop';
import { type Hops, hopsOf } from './hops';
import type { Reading } from './lineage-words';
import { fill, overlap, placeText, type ValuePlace } from './value-place';

/** A step from one value to another, in the direction of the trace. */
export interface TraceLink {
  /** As `placeText` writes it. */
  readonly to: string;
  readonly reading: Reading;
}

/** A value on a trace. */
export interface TracedValue {
  readonly id: string;
  readonly place: ValuePlace;
  /** Links from the value that the trace began with. */
  readonly distance: number;
  readonly links: readonly TraceLink[];
}

/** The values that a value comes from, or those that read it. */
export interface Trace {
  /** The traced value first, then nearest first. */
  readonly values: readonly TracedValue[];
  /** Whether there are more than the limit. */
  readonly isCut: boolean;
}

export interface TraceOptions {
  readonly graph: Graph;
  readonly descriptors: Descriptors;
  /** Values at which the trace ends, because something else gave them: a pinned output. */
  readonly endsAt?: (place: ValuePlace) => boolean;
  /** Whether only direct links are followed. @default false */
  readonly isDirect?: boolean;
}

/** Most values of a trace: an output can be read by every step. */
const MAX_VALUES = 200;

/** Where a value comes from: what its texts read, and so on upstream to params, secrets and actions. */
export function valueOrigins(place: ValuePlace, options: TraceOptions): Trace {
  return trace(place, options, originsOf);
}

/** What reads a value, all of it or a part of it, and what these pass it on to. */
export function valueReaders(place: ValuePlace, options: TraceOptions): Trace {
  return trace(place, options, readersOf);
}

interface Found {
  readonly place: ValuePlace;
  readonly reading: Reading;
}

/** Each value is visited once, so that a trace ends even where steps wait for each other. */
function trace(
  start: ValuePlace,
  { graph, descriptors, endsAt, isDirect = false }: TraceOptions,
  next: (hops: Hops, place: ValuePlace) => Found[],
): Trace {
  const hops = hopsOf(graph, descriptors);
  const visited = new Visited(start);
  const values = visited.inOrder(({ place, distance }) =>
    endsAt?.(place) === true || (isDirect && distance > 0) ? [] : next(hops, place),
  );
  return { values, isCut: visited.isCut };
}

interface Waiting {
  readonly place: ValuePlace;
  readonly distance: number;
}

class Visited {
  isCut = false;
  readonly #waiting: Waiting[];
  readonly #seen: Set<string>;

  constructor(start: ValuePlace) {
    this.#waiting = [{ place: start, distance: 0 }];
    this.#seen = new Set([placeText(start)]);
  }

  inOrder(next: (value: Waiting) => readonly Found[]): TracedValue[] {
    const values: TracedValue[] = [];
    for (let at = 0; at < this.#waiting.length; at += 1) {
      const value = this.#waiting[at];
      if (!value) break;
      values.push({ id: placeText(value.place), ...value, links: this.#link(value, next(value)) });
    }
    return values;
  }

  /** Each value once, although several texts may read it. */
  #link({ distance }: Waiting, found: readonly Found[]): TraceLink[] {
    const links = new Map<string, TraceLink>();
    for (const { place, reading } of found) {
      const to = placeText(place);
      if (!links.has(to) && this.#admit(to, { place, distance: distance + 1 }))
        links.set(to, { to, reading });
    }
    return [...links.values()];
  }

  /** @returns false for a value that the limit leaves out */
  #admit(id: string, value: Waiting): boolean {
    if (this.#seen.has(id)) return true;
    if (this.#seen.size >= MAX_VALUES) {
      this.isCut = true;
      return false;
    }
    this.#seen.add(id);
    this.#waiting.push(value);
    return true;
  }
}

function originsOf(hops: Hops, place: ValuePlace): Found[] {
  return hops.to(place).flatMap((hop) => follow(hop, { near: hop.to, far: hop.from }, place) ?? []);
}

function readersOf(hops: Hops, place: ValuePlace): Found[] {
  return hops.from(place).flatMap((hop) => follow(hop, { near: hop.from, far: hop.to }, place) ?? []);
}

/** The far end of a hop whose near end overlaps a place. */
function follow(
  { isSame }: Hop,
  { near, far }: { near: ValuePlace; far: ValuePlace },
  place: ValuePlace,
): Found | undefined {
  const match = overlap(near.path, place.path);
  if (!match) return undefined;
  const path = fill(far.path, match.bound);
  if (match.isPart) return { place: { ...far, path }, reading: 'part' };
  if (!isSame) return { place: { ...far, path }, reading: 'computed' };
  return { place: { ...far, path: [...path, ...match.rest] }, reading: 'same' };
}
