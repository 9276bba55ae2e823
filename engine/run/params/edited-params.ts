import type { ActionDescriptor } from '../../catalogue';
import { ActionError } from '../../errors';
import { type Expression, evaluateTemplate, readsSecret, type Scope } from '../../expression';
import { isJsonObject, type Json, type JsonObject, ownProperty } from '../../json';
import type { BoundText } from '../../ports';
import { equalJson } from '../diff/equal-json';
import { hiddenTexts, mask } from '../masking/mask';
import { type ResolvedParams, resolveAll, resolveParams } from './resolve-params';
import { showBound, writtenSecrets } from './shown-params';

/** What a person edited during a pause. */
export interface Edit {
  /** Parameters that replace resolved ones, by name. */
  readonly inputs: JsonObject;
  /** All parameters as the pause showed them: secrets are references. */
  readonly shown: JsonObject;
}

/** What templates are resolved with. */
type Reading = Parameters<typeof resolveParams>[2];
type Resolved = Pick<ResolvedParams, 'params' | 'bound'>;

/** The templates of parameters resolved; an expression that reads a secret stays as written. @throws ActionError */
export function referencedParams(written: JsonObject, descriptor: ActionDescriptor, scope: Scope): Resolved {
  const resolved = resolveAll(written, descriptor, (expression) =>
    readsSecret(expression) ? writtenAs(expression) : evaluateTemplate(expression, scope),
  );
  const hidden = hiddenTexts(writtenSecrets(written, descriptor));
  return { ...resolved, params: asObject(mask(resolved.params, hidden)) };
}

/** An expression as it is written in a template. */
function writtenAs({ text, start, end }: Expression): string {
  return `{{${text.slice(start, end).trim()}}}`;
}

/** Parameters as a pause shows them: what a person may edit. */
export function shownInputs(resolved: Resolved, edit: Edit | undefined): JsonObject {
  const bound = Object.entries(resolved.bound).map(([name, text]) => [name, showBound(text)]);
  return { ...resolved.params, ...Object.fromEntries(bound), ...edit?.inputs };
}

/**
 * Resolves parameters with those that a person edited. Edited texts are values, never templates; a text that the pause
 * showed with a secret as a reference, and that was not edited, keeps the secret.
 * @throws ActionError
 */
export function resolveEdited(
  written: JsonObject,
  descriptor: ActionDescriptor,
  reading: Reading,
  edit: Edit,
): ResolvedParams {
  const kept = Object.entries(written).filter(([name]) => !Object.hasOwn(edit.inputs, name));
  let resolved = resolveParams(Object.fromEntries(kept), descriptor, reading);
  for (const [name, value] of Object.entries(edit.inputs)) {
    const before = ownProperty(written, name);
    const own = before === undefined ? undefined : resolveOne({ [name]: before }, descriptor, reading);
    const edited = { name, value, shown: ownProperty(edit.shown, name) };
    const isBound = descriptor.params.properties?.[name]?.reads === 'bound';
    const put = isBound ? putBound : putParam;
    resolved = {
      ...put(resolved, edited, own?.referenced, own?.resolved),
      shown: put(resolved.shown, edited, own?.referenced, own?.resolved.shown),
      derived: [...resolved.derived, ...(own?.resolved.derived ?? [])],
    };
  }
  return resolved;
}

interface Edited {
  readonly name: string;
  readonly value: Json;
  /** As the pause showed it. */
  readonly shown: Json | undefined;
}

/** A written parameter that is replaced; undefined when it cannot be resolved, which no longer matters. */
function resolveOne(written: JsonObject, descriptor: ActionDescriptor, reading: Reading) {
  try {
    const resolved = resolveParams(written, descriptor, reading);
    return { resolved, referenced: referencedParams(written, descriptor, reading.scope) };
  } catch (error) {
    if (error instanceof ActionError) return undefined;
    throw error;
  }
}

function putParam(
  { params, bound }: Resolved,
  { name, value, shown }: Edited,
  referenced: Resolved | undefined,
  own: Resolved | undefined,
): Resolved {
  return {
    params: { ...params, [name]: merged(value, shown, referenced?.params[name], own?.params[name]) },
    bound,
  };
}

function putBound(
  { params, bound }: Resolved,
  { name, value, shown }: Edited,
  referenced: Resolved | undefined,
  own: Resolved | undefined,
): Resolved {
  const { parts, values } = boundOf(value);
  const was = boundOf(shown ?? '');
  const mergedValues = values.map((each, index) =>
    merged(each, was.values[index], referenced?.bound[name]?.values[index], own?.bound[name]?.values[index]),
  );
  return {
    params: { ...params, [name]: parts.join('') },
    bound: { ...bound, [name]: { parts, values: mergedValues } },
  };
}

/** @param shown as the pause showed it; `referenced`, `resolved`: with secrets as references and as values */
function merged(
  edited: Json,
  shown: Json | undefined,
  referenced: Json | undefined,
  resolved: Json | undefined,
): Json {
  if (typeof edited === 'string') {
    const isSecret = edited === shown && resolved !== undefined && !equalJson(referenced ?? null, resolved);
    return isSecret ? resolved : edited;
  }
  if (Array.isArray(edited)) {
    const at = (list: Json | undefined, index: number) => (Array.isArray(list) ? list[index] : undefined);
    return edited.map((item, index) =>
      merged(item, at(shown, index), at(referenced, index), at(resolved, index)),
    );
  }
  if (!isJsonObject(edited)) return edited;
  const at = (value: Json | undefined, key: string) =>
    value !== undefined && isJsonObject(value) ? ownProperty(value, key) : undefined;
  return Object.fromEntries(
    Object.entries(edited).map(([key, value]) => [
      key,
      merged(value, at(shown, key), at(referenced, key), at(resolved, key)),
    ]),
  );
}

/** A parameter that is read as `bound`, from the form in which inputs show it. */
function boundOf(value: Json): BoundText {
  if (typeof value === 'string') return { parts: [value], values: [] };
  if (!isJsonObject(value) || typeof value.text !== 'string' || !Array.isArray(value.values))
    return { parts: [''], values: [] };
  const parts: string[] = [];
  let rest = value.text;
  value.values.forEach((_, index) => {
    const mark = `$${index + 1}`;
    const at = rest.indexOf(mark);
    parts.push(at === -1 ? rest : rest.slice(0, at));
    rest = at === -1 ? '' : rest.slice(at + mark.length);
  });
  return { parts: [...parts, rest], values: value.values };
}

/** Guaranteed by masking, which keeps the form of a value. */
function asObject(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}
