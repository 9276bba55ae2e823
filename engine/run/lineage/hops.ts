import type { ActionDescriptor, Descriptors } from '../../catalogue';
import type { Reference } from '../../expression';
import type { JsonObject } from '../../json';
import type { Graph, GraphStep } from '../../pipeline/graph';
import {
  namedSteps,
  type WrittenReference,
  writtenInTemplates,
  writtenReferences,
} from '../../pipeline/written-references';
import type { ValuePath } from '../test/value-path';
import type { Hop } from './hop';
import { innerAction } from './inner-action';
import { outputHops } from './output-hops';
import { EACH, isRunName, type ValuePlace } from './value-place';

/** All places of a pipeline that read others, by the value that is read and by the place that reads it. */
export interface Hops {
  from(place: ValuePlace): readonly Hop[];
  to(place: ValuePlace): readonly Hop[];
}

const known = new WeakMap<Graph, { descriptors: Descriptors; hops: Hops }>();

/** The hops of a pipeline. Cached by identity. */
export function hopsOf(graph: Graph, descriptors: Descriptors): Hops {
  const cached = known.get(graph);
  if (cached?.descriptors === descriptors) return cached.hops;
  const all = [...graph.steps.values()].flatMap((node) => stepHops(node, descriptors));
  const hops = indexed([...all, ...runOutputHops(graph)]);
  known.set(graph, { descriptors, hops });
  return hops;
}

function indexed(all: readonly Hop[]): Hops {
  const [from, to] = [new Map<string, Hop[]>(), new Map<string, Hop[]>()];
  for (const hop of all) {
    add(from, keyOf(hop.from), hop);
    add(to, keyOf(hop.to), hop);
  }
  return { from: (place) => from.get(keyOf(place)) ?? [], to: (place) => to.get(keyOf(place)) ?? [] };
}

function add(map: Map<string, Hop[]>, key: string, hop: Hop): void {
  const list = map.get(key);
  if (list) list.push(hop);
  else map.set(key, [hop]);
}

function keyOf({ of, step }: ValuePlace): string {
  return `${of} ${step ?? ''}`;
}

function stepHops(node: GraphStep, descriptors: Descriptors): Hop[] {
  const { step, descriptor } = node;
  return [
    ...writtenReferences(step, descriptors).flatMap((written) => readHop(node, written, descriptors) ?? []),
    ...sourceHops(node),
    ...fallbackHops(node),
    ...(descriptor ? outputHops(step.id, { descriptor, params: step.params, depth: 0 }, descriptors) : []),
  ];
}

function readHop(node: GraphStep, written: WrittenReference, descriptors: Descriptors): Hop | undefined {
  const { keys, reference, isWhole } = written;
  const step = node.id;
  if (keys[0] === 'condition') {
    const from = placeOf(reference);
    return from && { from, to: { of: 'condition', step, path: [] }, isSame: false };
  }
  const site = siteOf(node, keys.slice(1), descriptors);
  const from = localPlace(step, site, reference) ?? placeOf(reference);
  const isPassed = isWhole && reference.root !== 'index';
  return from && { from, to: { of: 'input', step, path: site.path }, isSame: isPassed };
}

/** A text of a step, and the action that it belongs to: for the parameters of iterations, that of the innermost loop. */
interface Site {
  readonly path: ValuePath;
  /** How many parts of the path lead to the parameters of that action. */
  readonly depth: number;
  readonly descriptor: ActionDescriptor | undefined;
}

function siteOf(node: GraphStep, keys: ValuePath, descriptors: Descriptors): Site {
  let { descriptor } = node;
  let params: JsonObject = node.step.params;
  let path: ValuePath = [];
  let rest = keys;
  for (;;) {
    const inner = innerAction(descriptor, params, rest[0], descriptors);
    if (!inner) return { path: [...path, ...rest], depth: path.length, descriptor };
    path = [...path, rest[0] ?? '', EACH];
    rest = rest.slice(1);
    ({ descriptor, params } = inner);
  }
}

/** What `item`, `index` and `input` are at a place: the input of the action itself, or the items of the loop around it. */
function localPlace(step: string, site: Site, { root, path }: Reference): ValuePlace | undefined {
  const base = site.path.slice(0, site.depth);
  const own = site.descriptor?.params.properties?.[String(site.path[site.depth])]?.names;
  const isOwn = own?.includes(root) === true && site.descriptor?.params.properties?.input !== undefined;
  if (root === 'input' && isOwn) return { of: 'input', step, path: [...base, 'input', ...path] };
  if (root !== 'item' && root !== 'index') return undefined;
  const list = isOwn ? [...base, 'input'] : loopItems(base);
  if (!list) return undefined;
  return { of: 'input', step, path: root === 'item' ? [...list, EACH, ...path] : list };
}

/** The list of the loop whose iterations have these parameters. */
function loopItems(base: ValuePath): ValuePath | undefined {
  return base.length === 0 ? undefined : [...base.slice(0, -2), 'items'];
}

const ROOTS = { params: 'param', secrets: 'secret', signals: 'signal' } as const;

function placeOf({ root, step, aspect, path }: Reference): ValuePlace | undefined {
  if (step !== undefined) {
    if (aspect === 'output') return { of: 'output', step, path };
    return { of: 'ended', step, path: [aspect ?? 'status', ...path] };
  }
  if (root === 'params' || root === 'secrets' || root === 'signals')
    return { of: ROOTS[root], step: undefined, path };
  return isRunName(root) ? { of: 'name', step: undefined, path: [root] } : undefined;
}

/** Steps that a parameter names, to read their outputs. */
function sourceHops({ id, step, descriptor }: GraphStep): Hop[] {
  return namedSteps(step, descriptor).flatMap(({ kind, steps, path }) => {
    if (kind !== 'source') return [];
    const name = path.slice('params.'.length);
    const isList = Array.isArray(step.params[name]);
    return steps.map(
      (source, index): Hop => ({
        from: { of: 'output', step: source, path: [] },
        to: { of: 'input', step: id, path: isList ? [name, index] : [name] },
        isSame: true,
      }),
    );
  });
}

/** A parameter that was left out, for which the output of the only upstream step is read. */
function fallbackHops({ id, step, descriptor, upstream }: GraphStep): Hop[] {
  const [only, ...others] = upstream;
  if (only === undefined || others.length > 0) return [];
  return Object.entries(descriptor?.params.properties ?? {}).flatMap(([name, { fallback }]): Hop[] =>
    fallback === undefined || step.params[name] !== undefined
      ? []
      : [
          {
            from: { of: 'output', step: only, path: [] },
            to: { of: 'input', step: id, path: [name] },
            isSame: true,
          },
        ],
  );
}

/** Outputs of the pipeline that its document declares. */
function runOutputHops({ pipeline }: Graph): Hop[] {
  return writtenInTemplates({ ...pipeline.outputs }, []).flatMap(({ reference, keys, isWhole }) => {
    const from = placeOf(reference);
    return from ? [{ from, to: { of: 'run_output', step: undefined, path: keys }, isSame: isWhole }] : [];
  });
}
