import type { JsonSchema } from '../catalogue';
import type { Failure } from '../errors';
import type { Json } from '../json';
import type { Meter } from './meter';

/** Characters `[start, end)` of the text that was parsed. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Thrown for an expression that cannot be parsed or evaluated. `range` points into the parsed text. */
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

/** The names that an expression may read. Absent names are missing values. */
export interface Scope {
  /** A step as later steps read it; undefined when it does not exist or has not ended. */
  step(
    id: string,
  ):
    | { readonly status: string; readonly output: Json | undefined; readonly error: Failure | undefined }
    | undefined;
  /**
   * `params`, `signals`, `secrets`, `now`, `pipeline_id`, `execution_id`, and where they exist `item`, `index`,
   * `input`, `check`.
   */
  readonly names: Readonly<Record<string, Json>>;
  /** Counts what all expressions of one step build and read. @default one for each resolved value */
  readonly meter?: Meter;
}

/** A reference to a value, as written in an expression. */
export interface Reference extends Range {
  readonly root: string;
  /** With root `steps`: the step id and the aspect. `.outputs` is read as `output`. */
  readonly step?: string;
  readonly aspect?: 'output' | 'status' | 'error';
  /** The literal names and indexes that follow. */
  readonly path: readonly (string | number)[];
  /** Whether it is inside `default(x, y)` or `has(x)`, where it may be missing. */
  readonly guarded: boolean;
}

/** The types that expressions are checked with. */
export interface TypeScope {
  /** Output schema of a step; undefined when the step does not exist, `{}` when the schema is unknown. */
  step(id: string): JsonSchema | undefined;
  /** Ids of all steps, for suggestions. */
  readonly steps?: readonly string[];
  /** Schemas of the other names; `params` is an object schema. */
  readonly names: Readonly<Record<string, JsonSchema>>;
}
