import { z } from 'zod';
import {
  type ActionDefinition,
  type ByParam,
  byParam,
  type Category,
  type Effect,
  type LedgerWords,
  type RequiredFor,
} from './action';
import type { Documentation } from './documentation';
import type { Applies, Reads, Widget } from './fields';
import type { ActionIcon } from './icons';
import type { Json } from './json';

/** The part of JSON Schema 2020-12 that parameters and outputs use, with facts about fields. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly pattern?: string;
  readonly widget?: Widget;
  readonly unit?: string;
  readonly reads?: Reads;
  readonly names?: readonly string[];
  readonly edge?: 'source' | `branch:${string}` | 'branches';
  readonly secrets?: 'refused' | 'required';
  readonly address?: 'web' | 'server';
  readonly synonyms?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly suggestions?: readonly string[];
  readonly usual?: boolean;
  readonly applies?: Applies;
  readonly limits?: string;
  /** What the action reads instead of a parameter that is left out. */
  readonly fallback?: 'upstream';
  readonly sameAs?: string;
  readonly computedFrom?: readonly string[];
  readonly collects?: string;
  readonly setsOutput?: string;
  readonly variant?: 'a' | 'b' | 'added';
  /** The shape of a run's output where nothing is declared. Observed, so never certain. */
  readonly observed?: Observed;
}

/** The shape of a value that a run returned. */
export interface Observed {
  /** Number of the run. */
  readonly run: number;
  readonly shape: JsonSchema;
}

/** An action as data, for the browser, the command line and the API. */
export interface ActionDescriptor {
  readonly type: string;
  readonly aliases: readonly string[];
  readonly spellings: Readonly<Record<string, string>>;
  readonly title: string;
  readonly description: string;
  readonly icon: ActionIcon;
  readonly sentence: string;
  readonly category: Category;
  readonly kind: 'effect' | 'control';
  readonly effect: ByParam<Effect>;
  /** Whether it can be repeated after a crash. */
  readonly idempotent: ByParam<boolean>;
  readonly terminal: boolean;
  /** @default 1 */
  readonly release?: number;
  readonly ledger?: LedgerWords;
  readonly params: JsonSchema;
  /** Parameters of which at least one is required, which a schema of single parameters cannot express. */
  readonly requireOneOf?: readonly string[];
  readonly requireFor?: RequiredFor;
  readonly output: JsonSchema;
  readonly docs?: Documentation;
}

/** Finds descriptors by type or alias, for normalisation, graph and validation. */
export interface Descriptors {
  readonly all: readonly ActionDescriptor[];
  find(type: string): ActionDescriptor | undefined;
}

/** Finds whole actions, for the runner. */
export interface Catalogue {
  find(type: string): ActionDefinition | undefined;
  readonly descriptors: Descriptors;
}

/**
 * The side effect of a step, from its written parameters. An omitted parameter has its default.
 * @param params canonical names
 */
export function effectOf(descriptor: ActionDescriptor, params: Readonly<Record<string, unknown>>): Effect {
  const { effect } = descriptor;
  if (typeof effect === 'string') return effect;
  const fallback = descriptor.params.properties?.[effect.by]?.default;
  return byParam(effect, { ...(fallback === undefined ? {} : { [effect.by]: fallback }), ...params });
}

/** Builds the look-up over descriptors, in palette order. */
export function indexDescriptors(all: readonly ActionDescriptor[]): Descriptors {
  const byName = new Map(all.flatMap((d) => [d.type, ...d.aliases].map((name) => [name, d] as const)));
  return { all, find: (type) => byName.get(type) };
}

/** Builds the catalogue. @throws Error when two actions have one name, which is an error in the registry. */
export function createCatalogue(actions: readonly ActionDefinition[]): Catalogue {
  const byName = new Map<string, ActionDefinition>();
  for (const action of actions) {
    for (const name of [action.type, ...(action.aliases ?? [])]) {
      if (byName.has(name)) throw new Error(`Two actions are called ${name}.`);
      byName.set(name, action);
    }
  }
  let descriptors: Descriptors | undefined;
  return {
    find: (type) => byName.get(type),
    get descriptors() {
      descriptors ??= indexDescriptors(actions.map(descriptorOf));
      return descriptors;
    },
  };
}

/** Descriptors by action: most of the time to build one goes into its schemas. */
const known = new WeakMap<ActionDefinition, ActionDescriptor>();

function descriptorOf(action: ActionDefinition): ActionDescriptor {
  let descriptor = known.get(action);
  if (descriptor === undefined) {
    descriptor = describe(action);
    known.set(action, descriptor);
  }
  return descriptor;
}

function describe(action: ActionDefinition): ActionDescriptor {
  return {
    type: action.type,
    aliases: action.aliases ?? [],
    spellings: action.spellings ?? {},
    title: action.title,
    description: action.description,
    icon: action.icon,
    sentence: action.sentence,
    category: action.category,
    kind: action.kind,
    effect: action.kind === 'effect' ? action.effect : 'none',
    idempotent: action.kind === 'effect' ? action.idempotent : true,
    terminal: action.terminal ?? false,
    ...(action.release === undefined ? {} : { release: action.release }),
    ...(action.ledger ? { ledger: action.ledger } : {}),
    params: jsonSchema(action.params, 'input'),
    ...(action.requireOneOf ? { requireOneOf: action.requireOneOf } : {}),
    ...(action.requireFor ? { requireFor: action.requireFor } : {}),
    output: jsonSchema(action.output, 'output'),
    ...(action.docs ? { docs: action.docs } : {}),
  };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const {
    $schema: _,
    $defs: __,
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  });
  return withoutReferences(rest) as JsonSchema;
}

/** Only "any JSON" is recursive and so written as `$ref`; an empty schema means the same. */
function withoutReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutReferences);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key]) => key !== '$ref');
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutReferences(value)]));
}
