import type { ActionDescriptor, Descriptors, JsonSchema } from '../../catalogue';
import { isTemplate, templateTexts } from '../../expression';
import { isJsonObject, type Json, type JsonObject, ownProperty } from '../../json';
import type { Graph } from '../../pipeline/graph';
import { valueAt } from '../test/value-path';
import { innerAction } from './inner-action';
import type { ValuePlace } from './value-place';

/** A value as its author wrote it. */
export interface WrittenValue {
  /** The value at the place itself, or the template that contains it; undefined when nothing is written there. */
  readonly value: Json | undefined;
  readonly schema: JsonSchema | undefined;
  /** Whether the text is evaluated: a template, an expression or a condition. */
  readonly isEvaluated: boolean;
}

const NOTHING: WrittenValue = { value: undefined, schema: undefined, isEvaluated: false };

/** What is written at a place; nothing for values that are not written in the pipeline. */
export function writtenAt(place: ValuePlace, graph: Graph, descriptors: Descriptors): WrittenValue {
  if (place.of === 'run_output') {
    const value = deepest({ ...graph.pipeline.outputs }, place.path);
    return { value, schema: undefined, isEvaluated: hasTemplate(value) };
  }
  const node = graph.steps.get(place.step ?? '');
  if (!node) return NOTHING;
  if (place.of === 'condition') return { ...NOTHING, value: node.step.condition, isEvaluated: true };
  if (place.of !== 'input') return NOTHING;
  return writtenParam({ descriptor: node.descriptor, params: node.step.params }, place.path, descriptors);
}

function writtenParam(
  { descriptor, params }: { descriptor: ActionDescriptor | undefined; params: JsonObject },
  [name, ...rest]: ValuePlace['path'],
  descriptors: Descriptors,
): WrittenValue {
  const inner = typeof rest[0] === 'number' ? innerAction(descriptor, params, name, descriptors) : undefined;
  if (inner) return writtenParam(inner, rest.slice(1), descriptors);
  const schema = descriptor?.params.properties?.[String(name)];
  const value = deepest(ownProperty(params, String(name)), rest);
  const isExpression = schema?.reads === 'expression' && typeof value === 'string';
  return { value, schema, isEvaluated: isExpression || hasTemplate(value) };
}

/** The value at a path, or the text on the way to it, whose value contains it. */
function deepest(value: Json | undefined, path: ValuePlace['path']): Json | undefined {
  let found = value;
  for (const key of path) {
    if (typeof found === 'string') return found;
    if (typeof found !== 'object' || found === null) return undefined;
    if (!Array.isArray(found) && !isJsonObject(found)) return undefined;
    found = valueAt(found, [key]);
  }
  return found;
}

function hasTemplate(value: Json | undefined): boolean {
  if (typeof value === 'string') return isTemplate(value);
  return value !== undefined && templateTexts(value).length > 0;
}
