import { isJsonObject, isTemplate, type Json, type JsonObject, MASK } from '@/engine';

/** One parameter as it was written and as it was when the attempt began. */
export interface InputRow {
  /** Dotted below an object: `body.prompt`. */
  readonly name: string;
  /** As written; undefined when only a default or the engine gave it a value. */
  readonly template: Json | undefined;
  /** As the attempt got it; undefined when it never came so far. */
  readonly resolved: Json | undefined;
  /** Some of it was a secret, which is never stored. */
  readonly isMasked: boolean;
  /** Nothing in it had to be resolved. */
  readonly isPlain: boolean;
}

/** Objects of at most this many keys are shown key by key. */
const SPREAD = 12;

/** Parameters of an attempt in the order they were written, then those that only the engine knew. */
export function inputRows(templates: JsonObject, resolved: Json | undefined): InputRow[] {
  const values = isJsonObject(resolved) ? resolved : {};
  const names = new Set([...Object.keys(templates), ...Object.keys(values)]);
  return [...names].flatMap((name) => spread(name, own(templates, name), own(values, name)));
}

function spread(name: string, template: Json | undefined, resolved: Json | undefined): InputRow[] {
  const keys = objectKeys(template, resolved);
  if (!keys) return [leaf(name, template, resolved)];
  return keys.flatMap((key) =>
    spread(`${name}.${key}`, template && own(template, key), resolved && own(resolved, key)),
  );
}

function leaf(name: string, template: Json | undefined, resolved: Json | undefined): InputRow {
  const text = JSON.stringify(resolved ?? '');
  const isPlain =
    template !== undefined &&
    (resolved === undefined ? !holdsTemplate(template) : JSON.stringify(template) === text);
  return { name, template, resolved, isMasked: text.includes(MASK), isPlain };
}

function holdsTemplate(value: Json): boolean {
  if (typeof value === 'string') return isTemplate(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsTemplate);
}

/** Keys to show one by one: only when what was written is an object and what came of it still is. */
function objectKeys(template: Json | undefined, resolved: Json | undefined): string[] | undefined {
  if (!isJsonObject(template)) return undefined;
  if (resolved !== undefined && !isJsonObject(resolved)) return undefined;
  const keys = [...new Set([...Object.keys(template), ...Object.keys(resolved ?? {})])];
  return keys.length > 0 && keys.length <= SPREAD ? keys : undefined;
}

function own(object: Json, key: string): Json | undefined {
  return isJsonObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}
