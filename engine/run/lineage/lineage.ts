import type { Descriptors } from '../../catalogue';
import { shortLiteral } from '../../expression';
import type { Graph } from '../../pipeline/graph';
import { MASK } from '../masking/mask';
import type { RunState } from '../state/state';
import type { PlaceKind, ValueSource } from './lineage-words';
import { type TracedValue, valueOrigins, valueReaders } from './trace';
import { type ShownValue, valueInRun } from './value-in-run';
import type { ValuePlace } from './value-place';
import { type WrittenValue, writtenAt } from './written-value';

/** A value of a lineage. */
export interface LineageEntry extends TracedValue {
  /** As it is written in the pipeline, shortened; undefined for what is not written there. */
  readonly written: string | undefined;
  /** Undefined for a value that reads others. */
  readonly source: ValueSource | undefined;
  /** In a run; undefined without one, and where there is no single value. */
  readonly value: ShownValue | undefined;
  /** The run that executed its step, when its result was taken over. */
  readonly reusedFrom: string | undefined;
}

/** Where a value comes from, and what reads it. */
export interface Lineage {
  /** The value itself first, then nearest first. */
  readonly origins: readonly LineageEntry[];
  /** Nearest first. */
  readonly readers: readonly LineageEntry[];
  /** Whether there are more values than are listed. */
  readonly isCut: boolean;
}

export interface LineageOptions {
  readonly graph: Graph;
  readonly descriptors: Descriptors;
  /** The run whose values are shown. */
  readonly state?: RunState | undefined;
  /** Whether only direct readers are listed. @default false */
  readonly isDirect?: boolean;
}

/** Longest text shown as written, in characters. */
const MAX_WRITTEN = 300;

/** Where a value comes from, and what reads it: in a pipeline, or in a run with its values. */
export function lineageOf(place: ValuePlace, options: LineageOptions): Lineage {
  const { graph, descriptors, state, isDirect = false } = options;
  const endsAt = (at: ValuePlace) => givenBy(at, state) !== undefined;
  const origins = valueOrigins(place, { graph, descriptors, endsAt });
  const readers = valueReaders(place, { graph, descriptors, isDirect });
  const entry = (traced: TracedValue) => entryOf(traced, options);
  return {
    origins: origins.values.map(entry),
    readers: readers.values.slice(1).map(entry),
    isCut: origins.isCut || readers.isCut,
  };
}

function entryOf(traced: TracedValue, { graph, descriptors, state }: LineageOptions): LineageEntry {
  const { place } = traced;
  const written = writtenAt(place, graph, descriptors);
  const unit = place.step === undefined ? undefined : state?.steps.get(place.step);
  return {
    ...traced,
    written: writtenText(written),
    source: traced.links.length > 0 ? undefined : sourceOf(place, written, { graph, state }),
    value: state && valueInRun(place, state, { graph, descriptors }),
    reusedFrom: unit?.reusedFrom,
  };
}

/** A literal in a field for secrets is never shown. */
function writtenText({ value, schema, isEvaluated }: WrittenValue): string | undefined {
  if (value === undefined) return undefined;
  if (schema?.widget === 'secret' && !isEvaluated) return MASK;
  if (typeof value !== 'string' || !isEvaluated) return shortLiteral(value, MAX_WRITTEN);
  return value.length > MAX_WRITTEN ? `${value.slice(0, MAX_WRITTEN)}…` : value;
}

const SOURCES: Partial<Record<PlaceKind, ValueSource>> = {
  ended: 'ended',
  param: 'param',
  secret: 'secret',
  signal: 'signal',
  name: 'run',
};

function sourceOf(
  place: ValuePlace,
  written: WrittenValue,
  { graph, state }: { graph: Graph; state: RunState | undefined },
): ValueSource {
  if (place.step !== undefined && !graph.steps.has(place.step)) return 'unknown_step';
  if (place.of === 'output') return givenBy(place, state) ?? 'returned';
  const fixed = SOURCES[place.of];
  if (fixed !== undefined) return fixed;
  if (written.value !== undefined) return 'written';
  return written.schema?.default === undefined ? 'absent' : 'default';
}

/** Whether a person gave the output of a step, so that it reads nothing. */
function givenBy({ of, step }: ValuePlace, state: RunState | undefined): ValueSource | undefined {
  return of === 'output' && step !== undefined ? state?.steps.get(step)?.given : undefined;
}
