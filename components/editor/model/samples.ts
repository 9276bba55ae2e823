import {
  ExpressionError,
  type Json,
  type JsonObject,
  ownProperty,
  type PipelineDocument,
  resolveValue,
  type Scope,
} from '@/engine';
import type { OutputSamples } from '@/lib/contracts/samples';

/** Where the values of examples, previews and tries come from. */
export type ValuesFrom =
  | { readonly kind: 'newest' }
  | { readonly kind: 'run'; readonly id: string }
  /** Only pinned outputs. */
  | { readonly kind: 'pinned' }
  | { readonly kind: 'none' };

/** The newest runs of the pipeline. */
export const NEWEST: ValuesFrom = { kind: 'newest' };

/** The iteration and the attempt of one step whose values are shown. */
export interface ValuesAt {
  readonly step: string;
  /** Index from 0. @default the first one */
  readonly iteration?: number | undefined;
  /** Number from 1. @default the newest one */
  readonly attempt?: number | undefined;
}

/** The item of one iteration of a loop. */
export interface LoopSample {
  /** The loop. */
  readonly step: string;
  /** From 0. */
  readonly index: number;
  readonly item: Json;
  /** Whether parts of the item are left out. */
  readonly shortened: boolean;
}

/** Values that examples and previews are made of. */
export interface Samples {
  /** Outputs in the chosen run or the newest runs, by step. */
  readonly steps: OutputSamples;
  /** The params of that run. */
  readonly params: JsonObject;
  /** Examples of params that a person typed. */
  readonly typed: JsonObject;
  /** The shown iteration of the selected loop. */
  readonly loop?: LoopSample | undefined;
}

export const NO_SAMPLES: Samples = { steps: {}, params: {}, typed: {} };

/** The source of an example of a param. */
export type ParamSource = 'typed' | 'run' | 'default';

/** An example of a param: the typed one, that of the newest run, or the default. */
export function paramSample(
  name: string,
  samples: Samples,
  { params }: Pick<PipelineDocument, 'params'>,
): { readonly value: Json; readonly source: ParamSource } | undefined {
  const typed = ownProperty(samples.typed, name);
  if (typed !== undefined) return { value: typed, source: 'typed' };
  const last = ownProperty(samples.params, name);
  if (last !== undefined) return { value: last, source: 'run' };
  const value = ownProperty(params ?? {}, name)?.default;
  return value === undefined ? undefined : { value, source: 'default' };
}

/** Examples of all declared params that have one. */
export function paramSamples(samples: Samples, document: Pick<PipelineDocument, 'params'>): JsonObject {
  const entries = Object.keys(document.params ?? {}).flatMap((name) => {
    const sample = paramSample(name, samples, document);
    return sample === undefined ? [] : [[name, sample.value] as const];
  });
  return Object.fromEntries(entries);
}

/** The values that examples and previews of expressions read. Secrets and the time of a run are missing. */
export interface ExampleValues {
  readonly steps: OutputSamples;
  readonly params: JsonObject;
  /** Further values by their names: the event of a trigger, or `item` and `index` of an iteration. @default none */
  readonly others?: JsonObject;
}

/** The values that expressions of one step read. @param names those that the step adds, such as `item` */
export function exampleValues(
  samples: Samples,
  document: Pick<PipelineDocument, 'params'>,
  { stepId, names }: { readonly stepId: string | undefined; readonly names: readonly string[] },
): ExampleValues {
  const { steps, loop } = samples;
  const params = paramSamples(samples, document);
  const isInLoop = loop !== undefined && loop.step === stepId && names.includes('item');
  return isInLoop ? { steps, params, others: { item: loop.item, index: loop.index } } : { steps, params };
}

/** A text with templates as the examples make it; undefined when a value that it reads is missing. */
export function exampleOf(template: string, values: ExampleValues): Json | undefined {
  try {
    return resolveValue(template, scopeOf(values));
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

function scopeOf({ steps, params, others }: ExampleValues): Scope {
  return {
    step(id) {
      const sample = ownProperty(steps, id);
      return sample && { status: 'completed', output: sample.value, error: undefined };
    },
    names: { params, ...others },
  };
}

/** Longest example in a list, in characters. */
const MAX_LENGTH = 32;

/** An example in a few characters; lists and objects are counted by their type already. */
export function shortExample(value: Json | undefined): string | undefined {
  if (value === undefined || (typeof value === 'object' && value !== null)) return undefined;
  const text = JSON.stringify(value);
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`;
}
