import { templateTextParts } from '@/components/pipeline-text/template-parts';
import { isJsonObject, isTemplate, type Json, type JsonObject, MASK } from '@/engine';

/** One parameter as written and as resolved when the attempt began. */
export interface InputRow {
  /** Dotted below an object: `body.prompt`. */
  readonly name: string;
  /** The same, key by key. */
  readonly path: readonly string[];
  /** As written; undefined when only a default or the engine gave it a value. */
  readonly template: Json | undefined;
  /** As resolved for the attempt; undefined when the attempt did not get that far. */
  readonly resolved: Json | undefined;
  /** Whether it contained a secret, which is not stored. */
  readonly isMasked: boolean;
  /** Whether it contains no template. */
  readonly isPlain: boolean;
}

/** Objects of at most this many keys are shown key by key. */
const SPREAD = 12;

/** Parameters of an attempt in the order written, followed by those that the engine added. */
export function inputRows(templates: JsonObject, resolved: Json | undefined): InputRow[] {
  const values = isJsonObject(resolved) ? resolved : {};
  const names = new Set([...Object.keys(templates), ...Object.keys(values)]);
  return [...names].flatMap((name) => spread([name], own(templates, name), own(values, name)));
}

function spread(path: readonly string[], template: Json | undefined, resolved: Json | undefined): InputRow[] {
  const keys = objectKeys(template, resolved);
  if (!keys) return [leaf(path, template, resolved)];
  return keys.flatMap((key) =>
    spread([...path, key], template && own(template, key), resolved && own(resolved, key)),
  );
}

function leaf(path: readonly string[], template: Json | undefined, resolved: Json | undefined): InputRow {
  const text = JSON.stringify(resolved ?? '');
  const isPlain =
    template !== undefined &&
    (resolved === undefined ? !holdsTemplate(template) : JSON.stringify(template) === text);
  return { name: path.join('.'), path, template, resolved, isMasked: text.includes(MASK), isPlain };
}

/** The reference that alone is the value of a parameter: `steps.fetch.output.body` of `{{steps.fetch.output.body}}`. */
export function sourceOf(template: Json | undefined): string | undefined {
  if (typeof template !== 'string' || !isTemplate(template)) return undefined;
  const [only, ...rest] = templateTextParts(template.trim());
  return only?.kind === 'reference' && rest.length === 0 ? only.full : undefined;
}

function holdsTemplate(value: Json): boolean {
  if (typeof value === 'string') return isTemplate(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsTemplate);
}

/** Keys to show one by one, when both the written and the resolved value are objects; otherwise undefined. */
function objectKeys(template: Json | undefined, resolved: Json | undefined): string[] | undefined {
  if (!isJsonObject(template)) return undefined;
  if (resolved !== undefined && !isJsonObject(resolved)) return undefined;
  const keys = [...new Set([...Object.keys(template), ...Object.keys(resolved ?? {})])];
  return keys.length > 0 && keys.length <= SPREAD ? keys : undefined;
}

function own(object: Json, key: string): Json | undefined {
  return isJsonObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}
