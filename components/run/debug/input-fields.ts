import { describeJsonError, parseJsonText } from '@/components/pipeline-text/json-text';
import {
  type ActionDescriptor,
  isJsonObject,
  isTemplate,
  type Json,
  type JsonObject,
  type JsonSchema,
  MASK,
  typeText,
} from '@/engine';

/** How a resolved input is edited. `secret`: it contains one, so that only the server knows its value. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'choice' | 'json' | 'secret';

/** One resolved input of a paused unit, as a field. */
export interface InputField {
  /** Keys that lead to it: a parameter, or a part of one that also contains a secret. */
  readonly path: readonly string[];
  /** `headers.authorization`. */
  readonly label: string;
  readonly kind: FieldKind;
  /** Type for people: `string`, `object 4`. */
  readonly type: string;
  readonly value: Json;
  /** The allowed values of a `choice`. */
  readonly choices: readonly string[];
}

/** The fields of resolved inputs, in their order. An object with a secret has a field for each of its keys. */
export function inputFields(inputs: JsonObject, descriptor: ActionDescriptor | undefined): InputField[] {
  return Object.entries(inputs).flatMap(([name, value]) =>
    spread([name], value, descriptor?.params.properties?.[name]),
  );
}

function spread(path: readonly string[], value: Json, schema: JsonSchema | undefined): InputField[] {
  if (isJsonObject(value) && hasSecret(value))
    return Object.entries(value).flatMap(([key, inner]) =>
      spread([...path, key], inner, schema?.properties?.[key]),
    );
  return [fieldOf(path, value, schema)];
}

function fieldOf(path: readonly string[], value: Json, schema: JsonSchema | undefined): InputField {
  const choices = (schema?.enum ?? []).flatMap((each) => (typeof each === 'string' ? [each] : []));
  const kind = kindOf(value, choices);
  return { path, label: path.join('.'), kind, type: typeOf(value, kind, schema), value, choices };
}

function kindOf(value: Json, choices: readonly string[]): FieldKind {
  if (hasSecret(value)) return 'secret';
  if (typeof value === 'string') return choices.includes(value) ? 'choice' : 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'json';
}

function typeOf(value: Json, kind: FieldKind, schema: JsonSchema | undefined): string {
  if (kind === 'secret') return 'secret';
  if (Array.isArray(value)) return `array ${value.length}`;
  if (isJsonObject(value)) return `object ${Object.keys(value).length}`;
  return value === null ? typeText(schema ?? {}) : typeof value;
}

/** Whether a value contains a secret: as a reference, or masked. */
export function hasSecret(value: Json): boolean {
  if (typeof value === 'string')
    return value.includes(MASK) || (isTemplate(value) && /\bsecrets\b/.test(value));
  return typeof value === 'object' && value !== null && Object.values(value).some(hasSecret);
}

/** A value as text in its field. */
export function textOfInput({ kind, value }: InputField): string {
  return kind === 'json' ? JSON.stringify(value, null, 2) : String(value);
}

/** What a typed text means, or what is wrong with it. */
export type ReadInput = { readonly value: Json } | { readonly problem: string };

/** Reads the text of a field. Text stays text; the server checks the rest. */
export function readInput({ kind, value }: InputField, text: string): ReadInput {
  switch (kind) {
    case 'secret':
      return { value };
    case 'text':
    case 'choice':
      return { value: text };
    case 'boolean':
      return { value: text === 'true' };
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text))
        ? { value: Number(text) }
        : { problem: 'Enter a number.' };
    case 'json': {
      const parsed = parseJsonText(text);
      return parsed.ok ? { value: parsed.value } : { problem: describeJsonError(parsed.error) };
    }
  }
}
