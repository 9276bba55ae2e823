import { readBranches } from '../branches';
import type { ActionDescriptor, Descriptors, JsonSchema } from '../catalogue';
import {
  ExpressionError,
  parseExpression,
  type Reference,
  references,
  templateReferences,
} from '../expression';
import { isJsonObject, type Json } from '../json';
import type { Step } from './schema';

/** A reference found in a step, and how it is used there. */
export interface WrittenReference {
  readonly reference: Reference;
  /** In the step's own condition, or in a field that decides: it may read how a step ended. */
  readonly decides: boolean;
  /** Path below the step, canonical: `params.url`, `condition`. */
  readonly path: string;
}

/** A value that names steps, read from a field with `edge`. */
export interface NamedSteps {
  readonly kind: 'source' | 'branch';
  readonly branch: string | undefined;
  readonly steps: readonly string[];
  readonly path: string;
}

/** Every reference that a step makes. What does not parse has none here; validation reports it. */
export function writtenReferences(step: Step, descriptors: Descriptors): WrittenReference[] {
  const found: WrittenReference[] = [];
  if (step.condition !== undefined) addExpression(found, step.condition, 'condition');
  const descriptor = descriptors.find(step.action);
  for (const [name, value] of Object.entries(step.params)) {
    addParam(found, value, descriptor?.params.properties?.[name], `params.${name}`);
  }
  return found;
}

/** The steps that a step's parameters name: targets of its branches and sources of its data. */
export function namedSteps(step: Step, descriptor: ActionDescriptor | undefined): NamedSteps[] {
  const named: NamedSteps[] = [];
  for (const [name, schema] of Object.entries(descriptor?.params.properties ?? {})) {
    const value = step.params[name];
    if (value === undefined || schema.edge === undefined) continue;
    const path = `params.${name}`;
    if (schema.edge === 'branches') {
      for (const branch of readBranches(value)) {
        named.push({
          kind: 'branch',
          branch: branch.name,
          steps: branch.targets,
          path: branch.targetPath ?? branch.path,
        });
      }
    } else {
      const branch = schema.edge === 'source' ? undefined : schema.edge.slice('branch:'.length);
      named.push({ kind: branch === undefined ? 'source' : 'branch', branch, steps: ids(value), path });
    }
  }
  return named;
}

function addParam(
  found: WrittenReference[],
  value: Json,
  schema: JsonSchema | undefined,
  path: string,
): void {
  if (schema?.edge === 'branches') {
    for (const branch of readBranches(value)) {
      if (branch.condition !== undefined)
        addExpression(found, branch.condition, branch.conditionPath ?? branch.path);
    }
    return;
  }
  if (schema?.reads === 'expression' && typeof value === 'string') {
    addExpression(found, value, path, schema.widget === 'condition');
    return;
  }
  for (const entry of quietly(() => templateReferences(value)) ?? []) {
    found.push({ reference: entry.reference, decides: false, path: [path, ...entry.path].join('.') });
  }
  addNestedConditions(found, value, schema, path);
}

/** Fields inside an object parameter may hold expressions of their own. */
function addNestedConditions(
  found: WrittenReference[],
  value: Json,
  schema: JsonSchema | undefined,
  path: string,
): void {
  if (!schema?.properties || !isJsonObject(value)) return;
  for (const [name, inner] of Object.entries(schema.properties)) {
    const written = value[name];
    if (inner.reads === 'expression' && typeof written === 'string')
      addExpression(found, written, `${path}.${name}`);
  }
}

function addExpression(found: WrittenReference[], text: string, path: string, decides = true): void {
  for (const reference of quietly(() => references(parseExpression(text))) ?? []) {
    found.push({ reference, decides, path });
  }
}

function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

function ids(value: Json): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}
