import type { Completion } from '@codemirror/autocomplete';
import { child, type JsonPath } from '@/components/json-tree/flatten';
import { type Json, type JsonSchema, parseExpression, typeOf } from '@/engine';
import { exampleOf, shortExample } from '../model/samples';
import type { ExpressionScope } from './expression-scope';

/** A suggestion, and what its value was in a run. */
export interface ExampleCompletion extends Completion {
  readonly example?: string;
}

/** The value at a path; undefined where there is none. */
export function exampleAt(value: Json | undefined, path: JsonPath): Json | undefined {
  return path.reduce<Json | undefined>((at, name) => (at === undefined ? undefined : child(at, name)), value);
}

/** A suggestion with a short form of an example of its value. */
export function withExample<T extends Completion>(option: T, value: Json | undefined): T & ExampleCompletion {
  const example = shortExample(value);
  if (example === undefined) return option;
  // The example shows that the value was seen, so the type needs not say it.
  const detail = option.detail?.replace(/, seen in run #\d+$/, '');
  return { ...option, example, ...(detail === undefined ? {} : { detail }) };
}

/** The example as it is drawn in the list. */
export function exampleElement({ example }: ExampleCompletion): HTMLElement | null {
  if (example === undefined) return null;
  const element = document.createElement('span');
  element.className = 'cm-completionExample';
  element.textContent = example;
  return element;
}

/** Names with fields. */
const ROOT = /(?<![\w.\-"'])(?:steps|params|trigger|item)(?![\w-])/g;
/** A reference to a field or item of one of them. */
const REFERENCE = /^(?:params|trigger|item|steps(?=[.[]))(?:\.\w[\w-]*|\[(?:\d+|"[^"]*"|'[^']*')\])*$/;
/** How the name of a field begins at the end of a text. */
const BEGIN = /(?:\.|\[["'])$/;

/** The value whose fields are suggested. */
export interface Owner {
  readonly schema: JsonSchema;
  readonly example: Json | undefined;
  /** Whether a dot begins the name. */
  readonly isDot: boolean;
}

/** The value that a text ends with a dot or bracket of; undefined elsewhere. */
export function ownerOf(before: string, scope: ExpressionScope): Owner | undefined {
  const [begin] = BEGIN.exec(before) ?? [];
  const start = [...before.matchAll(ROOT)].at(-1)?.index;
  if (begin === undefined || start === undefined) return undefined;
  const reference = before.slice(start, -begin.length);
  if (!REFERENCE.test(reference)) return undefined;
  return {
    schema: schemaOf(reference, scope),
    example: exampleOf(`{{${reference}}}`, scope.examples),
    isDot: begin === '.',
  };
}

/** The type of a reference; `{}` while it is typed. */
export function schemaOf(text: string, scope: ExpressionScope): JsonSchema {
  try {
    return typeOf(parseExpression(text), scope);
  } catch {
    // Half-typed references have no type yet.
    return {};
  }
}
