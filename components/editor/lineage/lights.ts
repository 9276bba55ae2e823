import type { Lineage, LineageEntry } from '@/engine';

/** What a step is on a lineage. */
export type LightRole = 'value' | 'origin' | 'reader';

/** The steps and edges of a lineage, highlighted on the canvas. */
export interface Lights {
  readonly steps: ReadonlyMap<string, LightRole>;
  /** Pairs of steps: from `pairKey`. */
  readonly pairs: ReadonlySet<string>;
}

/** The words of a role, on cards and for screen readers. */
export const ROLE_WORDS: Readonly<Record<LightRole, string>> = {
  value: 'Value',
  origin: 'Source',
  reader: 'Used by',
};

/** The pair of steps that edges connect. No step id contains a space. */
export function pairKey(from: string, to: string): string {
  return `${from} ${to}`;
}

/** The steps that a lineage leads through. The step of the value itself is `value`, and origins come before readers. */
export function lightsOf({ origins, readers }: Lineage): Lights {
  const steps = new Map<string, LightRole>();
  for (const { place, distance } of origins) addStep(steps, place.step, distance === 0 ? 'value' : 'origin');
  for (const { place } of readers) addStep(steps, place.step, 'reader');
  // The value itself is listed with its origins.
  const [value] = origins;
  const direct = readers.filter(({ distance }) => distance === 1).map(({ place }) => place.step);
  const pairs = [
    ...stepPairs(origins).map(([near, far]) => [far, near] as const),
    ...stepPairs(readers),
    ...direct.map((reader) => [value?.place.step, reader] as const),
  ];
  return { steps, pairs: new Set(pairs.flatMap(([from, to]) => pairOf(from, to))) };
}

function addStep(steps: Map<string, LightRole>, step: string | undefined, role: LightRole): void {
  if (step !== undefined && !steps.has(step)) steps.set(step, role);
}

/** The steps at both ends of every link. */
function stepPairs(entries: readonly LineageEntry[]): (readonly [string | undefined, string | undefined])[] {
  const steps = new Map(entries.map(({ id, place }) => [id, place.step]));
  return entries.flatMap(({ place, links }) => links.map(({ to }) => [place.step, steps.get(to)] as const));
}

function pairOf(from: string | undefined, to: string | undefined): string[] {
  return from === undefined || to === undefined || from === to ? [] : [pairKey(from, to)];
}

/** Whether two highlights show the same. */
export function isSameLights(left: Lights | undefined, right: Lights): boolean {
  return left !== undefined && textOf(left) === textOf(right);
}

function textOf({ steps, pairs }: Lights): string {
  return `${[...steps].join(' ')} | ${[...pairs].join(' ')}`;
}
