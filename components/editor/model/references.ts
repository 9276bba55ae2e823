import {
  type ActionDescriptor,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  parseExpression,
  type Reference,
  references,
  type StepDocument,
  templateReferences,
} from '@/engine';
import { STEP_KEYS, setKey } from './keys';

/** The replacement of the first `length` characters of a reference. */
export interface Rewrite {
  readonly length: number;
  readonly text: string;
}

/** New text for the beginning of one reference, or undefined to keep it. */
export type RewriteReference = (reference: Reference, text: string) => Rewrite | undefined;

/** Keys below `branches` that contain step ids and names, not expressions. */
const PLAIN_BRANCH_KEYS = new Set(['id', 'label', 'target_step', 'next_step']);

/** How a string is read: as an expression, as text with templates, or not at all. */
type Reading = 'expression' | 'template' | 'plain';

/** Renames steps in references: `steps.old.output` and `steps["old"]`. */
export function renameReference(ids: ReadonlyMap<string, string>): RewriteReference {
  return (reference, text) => {
    const next = reference.step === undefined ? undefined : ids.get(reference.step);
    if (next === undefined || reference.step === undefined) return undefined;
    const head = /^steps\s*(?:\.\s*|\[\s*["'])/.exec(text)?.[0];
    if (head === undefined || !text.startsWith(reference.step, head.length)) return undefined;
    return { length: head.length + reference.step.length, text: head + next };
  };
}

/** Renames a param in references: `params.old` and `params["old"]`. */
export function renameParamReference(name: string, next: string): RewriteReference {
  return (reference, text) => {
    if (reference.root !== 'params' || reference.path[0] !== name) return undefined;
    const dotted = /^params\s*\.\s*/.exec(text)?.[0];
    if (dotted !== undefined && text.startsWith(name, dotted.length)) {
      const member = /^[A-Za-z_]\w*$/.test(next) ? dotted + next : `params[${JSON.stringify(next)}]`;
      return { length: dotted.length + name.length, text: member };
    }
    const quoted = /^params\s*\[\s*["']/.exec(text)?.[0];
    if (quoted === undefined || !text.startsWith(name, quoted.length)) return undefined;
    return { length: quoted.length + name.length, text: quoted + next };
  };
}

/** The step with references in its condition and parameters rewritten; the same step when none was. */
export function rewriteStep(
  step: StepDocument,
  descriptor: ActionDescriptor | undefined,
  rewrite: RewriteReference,
): StepDocument {
  const condition =
    step.condition === undefined ? undefined : rewriteText(step.condition, 'expression', rewrite);
  const next = condition === step.condition ? step : setKey(step, 'condition', condition, STEP_KEYS);
  const params = step.params;
  if (params === undefined) return next;
  const rewritten = mapObject(params, (value, name) => {
    const canonical = Object.hasOwn(descriptor?.spellings ?? {}, name) ? descriptor?.spellings[name] : name;
    return rewriteParam(value, descriptor?.params.properties?.[canonical ?? name], rewrite);
  });
  return rewritten === params ? next : setKey(next, 'params', rewritten, STEP_KEYS);
}

/** An expression with its references rewritten; unchanged when it does not parse. */
export function rewriteExpression(text: string, rewrite: RewriteReference): string {
  return rewriteText(text, 'expression', rewrite);
}

/** A value of templates with its references rewritten. */
export function rewriteTemplates<T extends Json>(value: T, rewrite: RewriteReference): T {
  return sameShape(value, mapStrings(value, 'template', rewrite));
}

function rewriteParam(value: Json, schema: JsonSchema | undefined, rewrite: RewriteReference): Json {
  if (schema?.edge === 'branches') return mapStrings(value, 'expression', rewrite);
  if (schema?.edge !== undefined) return value;
  if (schema?.reads === 'expression') return mapStrings(value, 'expression', rewrite);
  if (!isJsonObject(value) || schema?.properties === undefined) return mapStrings(value, 'template', rewrite);
  // Fields of an object parameter may contain expressions of their own.
  return mapObject(value, (inner, name) => rewriteParam(inner, schema.properties?.[name], rewrite));
}

function mapStrings(value: Json, reading: Reading, rewrite: RewriteReference): Json {
  if (typeof value === 'string') return rewriteText(value, reading, rewrite);
  if (Array.isArray(value)) {
    const next = value.map((item) => mapStrings(item, reading, rewrite));
    return next.every((item, index) => item === value[index]) ? value : next;
  }
  if (!isJsonObject(value)) return value;
  return mapObject(value, (inner, key) =>
    mapStrings(inner, reading === 'expression' && PLAIN_BRANCH_KEYS.has(key) ? 'plain' : reading, rewrite),
  );
}

/** Text that does not parse stays unchanged; validation reports it. */
function rewriteText(text: string, reading: Reading, rewrite: RewriteReference): string {
  if (reading === 'plain') return text;
  const found = readReferences(text, reading);
  let result = '';
  let at = 0;
  for (const reference of found.toSorted((a, b) => a.start - b.start)) {
    if (reference.start < at) continue;
    const next = rewrite(reference, text.slice(reference.start, reference.end));
    if (next === undefined) continue;
    result += text.slice(at, reference.start) + next.text;
    at = reference.start + next.length;
  }
  return at === 0 && result === '' ? text : result + text.slice(at);
}

function readReferences(text: string, reading: Reading): readonly Reference[] {
  try {
    if (reading === 'expression') return references(parseExpression(text));
    return templateReferences(text).map(({ reference }) => reference);
  } catch {
    // An unfinished expression has no references yet.
    return [];
  }
}

function mapObject<T extends JsonObject>(object: T, change: (value: Json, key: string) => Json): T {
  let changed = false;
  const entries = Object.entries(object).map(([key, value]): [string, Json] => {
    const next = change(value, key);
    if (next !== value) changed = true;
    return [key, next];
  });
  return changed ? sameShape(object, Object.fromEntries(entries)) : object;
}

/** Rewriting changes only text inside strings, so the result has the type of the original. */
function sameShape<T extends Json>(_original: T, rewritten: Json): T {
  return rewritten as T;
}
