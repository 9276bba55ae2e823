'use client';

import { useMemo } from 'react';
import {
  ancestors,
  type Descriptors,
  descendants,
  type Graph,
  isJsonObject,
  type JsonSchema,
  type ObservedOutputs,
  observeShape,
  ownProperty,
  typeScope,
} from '@/engine';
import { useSecretNames } from '../form/secret-names';
import { selectGraph } from '../model/derived';
import { type ExampleValues, exampleValues, NO_SAMPLES } from '../model/samples';
import { useDescriptors, useEditor, useObservable, useSession } from '../use-editor';
import type { ReferenceLook } from './chips';
import { schemaOf } from './examples';
import type { ExpressionScope } from './expression-scope';
import type { ReferenceToken } from './tokens';

export interface ExpressionScopeOptions {
  readonly stepId: string | undefined;
  readonly names: readonly string[];
}

/** What an expression field needs of its pipeline. Does not change when only the layout changes. */
export interface ExpressionKnowledge {
  readonly scope: ExpressionScope;
  readonly graph: Graph;
  look(reference: ReferenceToken, text: string): ReferenceLook;
}

/** Knowledge for the expressions of one step. */
export function useExpressionScope({ stepId, names }: ExpressionScopeOptions): ExpressionKnowledge {
  const descriptors = useDescriptors();
  const graph = useEditor((state) => selectGraph(state.document, descriptors));
  const key = names.join(' ');
  const secretNames = useSecretNames();
  const session = useSession();
  const observed = useObservable(session.observed, itself);
  const samples = useObservable(session.samples, itself);
  const params = useEditor((state) => state.document.params);
  return useMemo(() => {
    const added = key === '' ? [] : key.split(' ');
    const examples = exampleValues(samples, { params }, { stepId, names: added });
    const known = expressionScope({ graph, stepId, names: added, observed, examples });
    const scope = { ...known, names: { ...known.names, secrets: secretsSchema(secretNames) } };
    return {
      scope,
      graph,
      look: (reference, text) => referenceLook({ reference, text, graph, descriptors, scope }),
    };
  }, [graph, stepId, key, descriptors, secretNames, observed, samples, params]);
}

function itself<T>(value: T): T {
  return value;
}

/** The schema of `secrets`. It is open, since a secret may be added at any time. */
function secretsSchema(names: readonly string[]): JsonSchema {
  return names.length === 0
    ? {}
    : { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) };
}

const SHORT_TYPES: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'num',
  boolean: 'bool',
  array: 'list',
  object: 'obj',
};

interface ReferenceLookInput {
  readonly reference: ReferenceToken;
  /** The reference as written. */
  readonly text: string;
  readonly graph: Graph;
  readonly descriptors: Descriptors;
  readonly scope: ExpressionScope;
}

/** The look of a reference in a chip: its source, its type, and whether it is invalid. */
function referenceLook({ reference, text, graph, descriptors, scope }: ReferenceLookInput): ReferenceLook {
  const step = reference.step === undefined ? undefined : graph.steps.get(reference.step);
  const category =
    step === undefined ? undefined : (step.descriptor ?? descriptors.find(step.step.action))?.category;
  const schema = schemaOf(text, scope);
  const type = shortType(schema);
  const title =
    step === undefined ? text : `${text} of ${step.step.name ?? step.descriptor?.title ?? step.id}`;
  return { category: category ?? 'param', type, broken: isBroken(reference, scope), title };
}

function isBroken(reference: ReferenceToken, scope: ExpressionScope): boolean {
  if (reference.root === 'steps')
    return reference.step === undefined || scope.step(reference.step) === undefined;
  const [name] = reference.path;
  if (reference.root !== 'params' || name === undefined) return false;
  return !Object.hasOwn(scope.names.params?.properties ?? {}, name);
}

/** The type in three or four letters, for chips. */
function shortType(schema: JsonSchema): string | undefined {
  const types =
    typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []).filter((type) => type !== 'null');
  const [only] = types;
  return types.length === 1 && only !== undefined ? SHORT_TYPES[only] : undefined;
}

export interface ExpressionScopeInput {
  readonly graph: Graph;
  /** The step of the expression; undefined for the outputs of the pipeline, which may read every step. */
  readonly stepId: string | undefined;
  /** Additional names, with unknown types. */
  readonly names: readonly string[];
  /** Outputs of runs. @default none */
  readonly observed?: ObservedOutputs;
  /** Values of runs. @default none */
  readonly examples?: ExampleValues;
}

/** The type of a name that a step adds: `item` has the fields of the shown iteration, which others may lack. */
function addedSchema(name: string, { others }: ExampleValues): JsonSchema {
  if (name === 'index') return { type: 'integer' };
  const value = ownProperty(others ?? {}, name);
  return isJsonObject(value) ? observeShape(value) : {};
}

/** Builds the scope of a step's expressions. */
export function expressionScope(input: ExpressionScopeInput): ExpressionScope {
  const { graph, stepId, names, observed, examples = NO_SAMPLES } = input;
  const before = stepId === undefined ? new Set(graph.order) : ancestors(graph, stepId);
  const after = stepId === undefined ? new Set<string>() : descendants(graph, stepId);
  const others = graph.order.filter((id) => id !== stepId && !before.has(id) && !after.has(id));
  const known = typeScope(graph, observed);
  return {
    before,
    after,
    examples,
    steps: [...before, ...others],
    step: known.step,
    names: {
      ...known.names,
      ...Object.fromEntries(names.map((name) => [name, addedSchema(name, examples)])),
    },
  };
}
