import type { JsonSchema } from '../catalogue';
import type { Failure } from '../errors';
import type { Json } from '../json';
import type { Meter } from './meter';

/** Characters `[start, end)` of the text that was parsed. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** An expression that cannot be parsed or evaluated. `range` points into the parsed text. */
export class ExpressionError extends Error {
  readonly range: Range;
  readonly hint: string | undefined;

  constructor(message: string, range: Range, hint?: string) {
    super(message);
    this.name = 'ExpressionError';
    this.range = range;
    this.hint = hint;
  }
}

/** What an expression may read. Names that are absent are missing values. */
export interface Scope {
  /** A step as later steps read it; undefined when there is none or it has not ended. */
  step(
    id: string,
  ):
    | { readonly status: string; readonly output: Json | undefined; readonly error: Failure | undefined }
    | undefined;
  /** `params`, `signals`, `secrets`, `now`, `pipeline_id`, `execution_id`, and in places `item`, `index`, `input`, `check`. */
  readonly names: Readonly<Record<string, Json>>;
  /** Counts what all expressions of one step build and read. @default each value that is resolved has one of its own */
  readonly meter?: Meter;
}

/** Somewhere a value comes from, as written in an expression. */
export interface Reference extends Range {
  readonly root: string;
  /** With root `steps`: which step, and what of it. `.outputs` reads as `output`. */
  readonly step?: string;
  readonly aspect?: 'output' | 'status' | 'error';
  /** Names and indexes after that, as far as they are literal. */
  readonly path: readonly (string | number)[];
  /** Inside `default(x, y)` or `has(x)`: may be missing. */
  readonly guarded: boolean;
}

/** What the checker knows while editing. */
export interface TypeScope {
  /** Output schema of a step; undefined when there is no such step, `{}` when nothing is known of it. */
  step(id: string): JsonSchema | undefined;
  /** Ids of all steps, to suggest one for an id that is unknown. */
  readonly steps?: readonly string[];
  /** Schemas of the other names; `params` is an object schema. */
  readonly names: Readonly<Record<string, JsonSchema>>;
}
