import type { Effect } from '../../action';
import { type ActionDescriptor, type Descriptors, effectOf } from '../../catalogue';
import { ExpressionError, type Scope, templateReferences } from '../../expression';
import { resolveValue } from '../../expression/resolve';
import { isJsonObject, type Json, type JsonObject } from '../../json';
import { normalizeParams } from '../../pipeline/normalize';
import type { Step } from '../../pipeline/schema';
import { MASK } from '../masking/mask';
import { NotLoaded } from '../state/payload';

/** Longest value in a line of the ledger, in characters. */
const MAX_VALUE = 80;

/** Side effects of one step of a re-run. */
export interface LedgerEntry {
  readonly step: string;
  readonly effect: Extract<Effect, 'write' | 'destructive'>;
  /** `1 POST to api.example.org`, `Delete deployment canary`. */
  readonly text: string;
  /** Number of executions; undefined when only the re-run will know. */
  readonly count: number | undefined;
  /** Whether the repeated run performed it too. */
  readonly repeats: boolean;
  /** Whether it may not happen: steps that execute before it decide. */
  readonly uncertain: boolean;
}

/** A step that executes, for its line in the ledger. */
export interface LedgerStep {
  readonly step: Step;
  /** How often its action executes. */
  readonly count: number | undefined;
  readonly repeats: boolean;
  readonly uncertain: boolean;
}

/** The side effects of a step; undefined when it has none. Secrets are masked, unknown values as written. */
export function ledgerEntry(
  { step, count, repeats, uncertain }: LedgerStep,
  descriptors: Descriptors,
  scope: () => Scope,
): LedgerEntry | undefined {
  const { descriptor, params } = performed(step, descriptors);
  if (!descriptor) return undefined;
  const values = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, knownValue(value, scope)]),
  );
  const effect = effectOf(descriptor, values);
  if (effect !== 'write' && effect !== 'destructive') return undefined;
  return { step: step.id, effect, text: textOf(descriptor, values, count), count, repeats, uncertain };
}

/** The action that acts on the outside: the step's own, or that of its iterations. */
function performed(
  step: Step,
  descriptors: Descriptors,
): { descriptor?: ActionDescriptor; params: JsonObject } {
  const own = descriptors.find(step.action);
  const inner =
    own?.kind === 'control' && typeof step.params.action === 'string' ? step.params.action : undefined;
  if (inner === undefined) return own ? { descriptor: own, params: step.params } : { params: {} };
  const descriptor = descriptors.find(inner);
  const written = step.params.action_params;
  const { params } = normalizeParams(isJsonObject(written ?? null) ? asObject(written) : {}, descriptor);
  return descriptor ? { descriptor, params } : { params };
}

function asObject(value: Json | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}

function knownValue(value: Json, scope: () => Scope): Json {
  if (templateReferences(value).some(({ reference }) => reference.root === 'secrets')) return MASK;
  try {
    return resolveValue(value, scope());
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof NotLoaded) return value;
    throw error;
  }
}

function textOf(descriptor: ActionDescriptor, values: JsonObject, count: number | undefined): string {
  const { ledger } = descriptor;
  const times = count === 1 ? '' : `${count === undefined ? 'Once per item' : `${count} times`}: `;
  if (!ledger) return times + filled(descriptor.sentence, descriptor, values);
  const noun = filled(count === 1 ? ledger.one : ledger.many, descriptor, values);
  const to = values[ledger.to];
  const target = to === undefined || to === '' ? '' : ` to ${shown(to)}`;
  return `${count ?? 'Any number of'} ${noun}${target}`;
}

/** The sentence of a card with values; a part in brackets only when all of its values are given. */
function filled(sentence: string, descriptor: ActionDescriptor, values: JsonObject): string {
  const value = (name: string) => values[name] ?? descriptor.params.properties?.[name]?.default;
  const optional = sentence.replaceAll(/\[([^[\]]*)\]/g, (_, part: string) =>
    [...part.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => value(name) !== undefined) ? part : '',
  );
  return optional.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(value(name) ?? name));
}

/** A value for one line; of an address only its host, since the rest may be long or private. */
function shown(value: Json): string {
  const text = Array.isArray(value) ? value.map(shown).join(', ') : plain(value);
  const host = /^https?:\/\/(?:[^/@?#]*@)?([^/?#]+)/i.exec(text)?.[1] ?? text;
  return host.length > MAX_VALUE ? `${host.slice(0, MAX_VALUE - 1)}…` : host;
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
