import type { Failure } from '../../errors';
import { templateReferences } from '../../expression';
import { isJsonObject, type Json } from '../../json';
import type { Source } from '../state/source';
import type { RunState, UnitState } from '../state/state';

/** Longest part of a response in a message, in characters. */
const SAMPLE = 60;

/**
 * A failed expression with the request that probably caused it: one that was answered with an error status, or with
 * HTML in place of JSON. Other failures are returned unchanged.
 */
export function withCause(failure: Failure, source: Pick<Source, 'params'>, state: RunState): Failure {
  if (failure.kind !== 'expression_error') return failure;
  for (const step of readSteps(failure, source)) {
    const cause = causeIn(step, state);
    if (cause !== undefined && !failure.message.includes(cause))
      return { ...failure, message: `${failure.message} ${cause}` };
  }
  return failure;
}

/** Steps that the message names; without any, those that the parameters read. */
function readSteps({ message }: Failure, { params }: Pick<Source, 'params'>): Iterable<string> {
  const named = [...message.matchAll(/\bsteps\.([\w-]+)/g)].flatMap(([, step]) => step ?? []);
  if (named.length > 0) return new Set(named);
  const references = templateReferences(params).map(({ reference }) => reference);
  return new Set(
    references.flatMap(({ root, step }) => (root === 'steps' && step !== undefined ? [step] : [])),
  );
}

function causeIn(step: string, state: RunState): string | undefined {
  const unit = state.steps.get(step);
  if (unit?.status !== 'completed') return undefined;
  if (unit.warning?.code !== undefined)
    return `The request of ${step} returned status ${unit.warning.code}. To fail there instead, set expect_status on ${step}.`;
  const page = htmlOf(unit, state);
  return page && `The request of ${step} returned ${page.type} instead of JSON: ${page.start}`;
}

/** The beginning of a response that is HTML; undefined for any other output, or one that is not in memory. */
function htmlOf({ output }: UnitState, { loaded }: RunState): { type: string; start: string } | undefined {
  const value = output && ('value' in output ? output.value : loaded.get(output.ref));
  if (value === undefined || !isJsonObject(value) || typeof value.response_body !== 'string')
    return undefined;
  const type = contentType(value.headers);
  if (!type.includes('html')) return undefined;
  const start = value.response_body
    .slice(0, SAMPLE * 2)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return { type, start: start.length > SAMPLE ? `${start.slice(0, SAMPLE)}…` : start };
}

function contentType(headers: Json | undefined): string {
  const type = headers !== undefined && isJsonObject(headers) ? headers['content-type'] : undefined;
  return typeof type === 'string' ? (type.split(';')[0] ?? '') : '';
}
