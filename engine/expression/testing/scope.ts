import type { JsonSchema } from '../../catalogue';
import type { Failure } from '../../errors';
import type { Json } from '../../json';
import { ExpressionError, type Scope, type TypeScope } from '../types';

interface EndedStep {
  readonly status: string;
  readonly output: Json | undefined;
  readonly error: Failure | undefined;
}

/** A scope for tests over plain objects. */
export function scopeOf(names: Record<string, Json>, steps: Record<string, EndedStep> = {}): Scope {
  return { names, step: (id) => (Object.hasOwn(steps, id) ? steps[id] : undefined) };
}

/** A step that completed with this output. */
export function completed(output: Json): EndedStep {
  return { status: 'completed', output, error: undefined };
}

/** A step that failed. */
export function failed(error: Failure): EndedStep {
  return { status: 'failed', output: undefined, error };
}

/** A type scope for tests over plain objects. */
export function typesOf(
  names: Record<string, JsonSchema>,
  steps: Record<string, JsonSchema> = {},
): TypeScope & { readonly steps: readonly string[] } {
  return {
    names,
    steps: Object.keys(steps),
    step: (id) => (Object.hasOwn(steps, id) ? steps[id] : undefined),
  };
}

/** The ExpressionError that `work` throws. Fails the test when it throws anything else or nothing. */
export function errorOf(work: () => unknown): ExpressionError {
  try {
    work();
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}
