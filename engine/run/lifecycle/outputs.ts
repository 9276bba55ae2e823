import { ActionError, type Failure, toFailure } from '../../errors';
import { ExpressionError, MissingError, resolveValue } from '../../expression';
import { measure } from '../../measure';
import type { Pipeline } from '../../pipeline/schema';
import { MAX_RESULTS_BYTES, megabytes } from '../../value-limits';
import type { Payload } from '../state/events';
import { NotLoaded, payloadBytes } from '../state/payload';
import { runScope } from '../state/scope';
import type { RunState } from '../state/state';

/** The failure when a stored value is needed but may not be read; undefined when it may. */
export type RefuseLoading = (missed: NotLoaded) => Failure | undefined;

function tooMuch(bytes: number): ActionError {
  return new ActionError(
    'expression_error',
    `The outputs of the run would be ${megabytes(bytes)} of JSON in total, but the limit is ${megabytes(MAX_RESULTS_BYTES)}. Return less.`,
  );
}

/**
 * The outputs of a run at its end: those set with `set_output` and those that the pipeline declares.
 * @throws NotLoaded A declared output whose source did not run is null. One that cannot be evaluated is an error.
 */
export function resolveOutputs(
  pipeline: Pipeline,
  state: RunState,
  now: Date,
  refuseLoading: RefuseLoading,
): { outputs: Record<string, Payload>; error: Failure | undefined } {
  const outputs = { ...state.outputs };
  let bytes = Object.values(outputs).reduce((sum, payload) => sum + payloadBytes(payload), 0);
  let error: Failure | undefined;
  for (const [name, template] of Object.entries(pipeline.outputs)) {
    try {
      const value = resolveValue(template, runScope(state, now));
      bytes += measure(value).bytes;
      if (bytes > MAX_RESULTS_BYTES) throw tooMuch(bytes);
      outputs[name] = { value };
    } catch (cause) {
      const failure = failureOf(cause, refuseLoading);
      outputs[name] = { value: null };
      if (!failure) continue;
      const { kind, message } = failure;
      error ??= { kind, message: `Output ${name}: ${message}`, path: `outputs.${name}` };
    }
  }
  return { outputs, error };
}

/** Why an output cannot be evaluated; undefined when its source did not run. @throws NotLoaded when it can be read */
function failureOf(cause: unknown, refuseLoading: RefuseLoading): Failure | undefined {
  if (cause instanceof NotLoaded) {
    const refusal = refuseLoading(cause);
    if (!refusal) throw cause;
    return refusal;
  }
  if (!(cause instanceof ExpressionError)) return toFailure(cause);
  return cause.cause instanceof MissingError ? undefined : { ...toFailure(cause), kind: 'expression_error' };
}
