import type { Descriptors } from '../../catalogue';
import { ExpressionError, Meter, resolveValue, templateReferences } from '../../expression';
import type { Json, JsonObject } from '../../json';
import type { Graph, GraphEdge, GraphStep } from '../../pipeline/graph';
import { writtenReferences } from '../../pipeline/written-references';
import { sha256 } from '../../sha256';
import { canonicalText } from './canonical';

/** A definition with the params of a run. */
export interface KeyedDefinition {
  readonly graph: Graph;
  readonly descriptors: Descriptors;
  readonly params: Readonly<Record<string, Json>>;
  /** Releases of the actions of a step: its own, and that of its iterations. */
  readonly releases: (step: GraphStep) => readonly number[];
}

/**
 * The key of each step: the hash of its action and its release, of its inputs with the params of the run, and of the keys
 * of the steps before it. Steps with one key have the same inputs when the steps before them have the same outputs.
 * Secrets are part of it by name.
 */
export function stepKeys(definition: KeyedDefinition): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const edges = edgesInto(definition.graph);
  for (const id of definition.graph.order) {
    const node = definition.graph.steps.get(id);
    if (!node) continue;
    const before = (edges.get(id) ?? [])
      .map(({ from, kind, branch }) => [from, kind, branch ?? '', keys.get(from) ?? ''])
      .sort((a, b) => (String(a) < String(b) ? -1 : 1));
    keys.set(id, sha256(canonicalText({ ...contentOf(node, definition), before })));
  }
  return keys;
}

function edgesInto({ edges }: Graph): ReadonlyMap<string, GraphEdge[]> {
  const into = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const known = into.get(edge.to);
    if (known) known.push(edge);
    else into.set(edge.to, [edge]);
  }
  return into;
}

function contentOf(node: GraphStep, definition: KeyedDefinition): JsonObject {
  const { step } = node;
  const params: JsonObject = {};
  const unresolved = new Set<string>(['condition']);
  for (const [name, value] of Object.entries(step.params)) {
    const resolved = resolvedBy(name, value, node, definition);
    params[name] = resolved ?? value;
    if (resolved === undefined) unresolved.add(`params.${name}`);
  }
  return {
    action: step.action,
    releases: [...definition.releases(node)],
    params,
    reads: paramsRead(node, unresolved, definition),
    condition: step.condition ?? null,
    disabled: step.disabled,
  };
}

/** The value of a parameter that reads nothing but params of the run; undefined for any other. */
function resolvedBy(
  name: string,
  value: Json,
  { descriptor }: GraphStep,
  { params }: KeyedDefinition,
): Json | undefined {
  const reads = descriptor?.params.properties?.[name]?.reads ?? 'template';
  if (reads !== 'template' && reads !== 'bound') return undefined;
  if (!templateReferences(value).every(({ reference }) => reference.root === 'params')) return undefined;
  try {
    return resolveValue(value, {
      meter: new Meter(),
      names: { params: { ...params } },
      step: () => undefined,
    });
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

/** The params of the run that the unresolved texts of a step read. */
function paramsRead(
  { step }: GraphStep,
  unresolved: ReadonlySet<string>,
  { descriptors, params }: KeyedDefinition,
): JsonObject {
  const read: JsonObject = {};
  for (const { reference, path } of writtenReferences(step, descriptors)) {
    if (reference.root !== 'params') continue;
    if (![...unresolved].some((field) => path === field || path.startsWith(`${field}.`))) continue;
    const [name] = reference.path;
    if (typeof name === 'string') read[name] = params[name] ?? null;
    else Object.assign(read, params);
  }
  return read;
}
