import { type Failure, toFailure } from '../errors';
import { ExpressionError, MissingError, resolveValue } from '../expression';
import type { Pipeline } from '../pipeline/schema';
import type { Payload } from './events';
import { runScope } from './scope';
import type { RunState } from './state';
import { NotLoaded } from './values';

/**
 * The outputs of a run that has come to its end: what `set_output` set and what the pipeline declares.
 * @throws NotLoaded
 * A declared output whose source did not run is null; one that cannot be worked out at all is an error.
 */
export function resolveOutputs(
  pipeline: Pipeline,
  state: RunState,
  now: Date,
): { outputs: Record<string, Payload>; error: Failure | undefined } {
  const outputs = { ...state.outputs };
  let error: Failure | undefined;
  for (const [name, template] of Object.entries(pipeline.outputs)) {
    try {
      outputs[name] = { value: resolveValue(template, runScope(state, now)) };
    } catch (cause) {
      if (cause instanceof NotLoaded) throw cause;
      outputs[name] = { value: null };
      const isExpression = cause instanceof ExpressionError;
      if (isExpression && cause.cause instanceof MissingError) continue;
      const { kind, message } = toFailure(cause);
      error ??= {
        kind: isExpression ? 'expression_error' : kind,
        message: `Output ${name}: ${message}`,
        path: `outputs.${name}`,
      };
    }
  }
  return { outputs, error };
}
