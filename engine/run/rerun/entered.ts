import { ExpressionError, parseExpression, type Reference, references } from '../../expression';
import { isJsonObject, type Json, type JsonObject } from '../../json';
import { payloadValue } from '../state/payload';
import type { RunState } from '../state/state';
import type { GivenOutput, GivenOutputs } from './given';

/** Values that a person typed, by reference: `steps.fetch.output.items`, `params.limit`. */
export type EnteredValues = Readonly<Record<string, Json>>;

/** What typed values stand for, or why one cannot be used. */
export type Entered =
  | { readonly ok: true; readonly params: JsonObject; readonly outputs: GivenOutputs }
  | { readonly ok: false; readonly message: string };

/** A reference in the form in which missing values are named and typed. */
export function referenceName({ root, step, aspect, path }: Reference): string {
  const begin = step === undefined ? root : `${root}.${step}.${aspect ?? 'output'}`;
  return begin + path.map(segment).join('');
}

function segment(part: string | number): string {
  if (typeof part === 'number') return `[${part}]`;
  return /^[A-Za-z_]\w*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
}

/**
 * The params and outputs that typed values make. A typed value of a field replaces that field of the known output.
 * @param outputs known outputs: pinned ones, then those of `state`
 * @throws NotLoaded when a known output was not loaded
 */
export function enter(values: EnteredValues, outputs: GivenOutputs, state: RunState): Entered {
  const params = new Map<string, Json>();
  const made = new Map<string, Json>();
  for (const [name, value] of Object.entries(values)) {
    const place = placeOf(name);
    if (place === undefined) return refusal(name);
    const { param, step } = place;
    if (step === undefined) params.set(param, value);
    else made.set(step, withValue(made.get(step) ?? knownOutput(step, outputs, state), place.path, value));
  }
  const entered = [...made].map(([step, value]): [string, GivenOutput] => [
    step,
    { source: 'entered', output: { value } },
  ]);
  return { ok: true, params: Object.fromEntries(params), outputs: new Map([...outputs, ...entered]) };
}

/** A param, or a part of the output of a step. */
type Place =
  | { readonly param: string; readonly step?: undefined }
  | { readonly param?: undefined; readonly step: string; readonly path: Reference['path'] };

/** What a name stands for; undefined when no value can be entered for it. */
function placeOf(name: string): Place | undefined {
  const read = readName(name);
  if (read === undefined) return undefined;
  const { root, step, aspect = 'output', path } = read;
  if (step !== undefined) return aspect === 'output' ? { step, path } : undefined;
  const [param, ...rest] = path;
  const isParam = root === 'params' && typeof param === 'string' && rest.length === 0;
  return isParam ? { param } : undefined;
}

function refusal(name: string): Entered {
  return {
    ok: false,
    message: `A value cannot be entered for ${name}. Name a param or an output, such as params.limit or steps.fetch.output.items.`,
  };
}

/** The reference that a name is; undefined for any other text. */
function readName(name: string): Reference | undefined {
  try {
    const [reference, ...others] = references(parseExpression(name));
    const isWhole = others.length === 0 && reference?.start === 0 && reference.end === name.length;
    return isWhole && !reference.path.some(isFar) ? reference : undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

/** Largest index of a typed item: the items before it are made too. */
const MAX_INDEX = 1000;

function isFar(part: string | number): boolean {
  return typeof part === 'number' && part > MAX_INDEX;
}

function knownOutput(step: string, outputs: GivenOutputs, { steps, loaded }: RunState): Json | undefined {
  const payload = outputs.get(step)?.output ?? steps.get(step)?.output;
  return payload && payloadValue(payload, loaded);
}

/** A value with a part replaced. Objects and lists on the way are made where there are none. */
function withValue(whole: Json | undefined, path: readonly (string | number)[], value: Json): Json {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  if (typeof part === 'number') {
    const list = Array.isArray(whole) ? [...whole] : [];
    while (list.length < part) list.push(null);
    list[part] = withValue(list[part], rest, value);
    return list;
  }
  const object = whole !== undefined && isJsonObject(whole) ? whole : {};
  return { ...object, [part]: withValue(object[part], rest, value) };
}
