import { describeJsonError, parseJsonText } from '@/components/pipeline-text/json-text';
import {
  type ActionDescriptor,
  diffJson,
  isJsonObject,
  type Json,
  type JsonChange,
  type JsonObject,
} from '@/engine';
import { hasSecret, type InputField, inputFields, readInput } from './input-fields';

/** Edits of the inputs of one pause, as typed. */
export interface PauseDraft {
  /** The inputs below the fields, where they were edited as JSON before; undefined for those of the pause. */
  readonly base: JsonObject | undefined;
  /** Texts of changed fields, by label. */
  readonly texts: Readonly<Record<string, string>>;
  /** All inputs as JSON; undefined while the fields are shown. */
  readonly json: string | undefined;
}

export const NO_EDITS: PauseDraft = { base: undefined, texts: {}, json: undefined };

/** What a draft means. */
export interface ReadDraft {
  readonly fields: readonly InputField[];
  /** All inputs with the edits. */
  readonly inputs: JsonObject;
  /** The changed parameters; undefined when none was changed. */
  readonly edited: JsonObject | undefined;
  readonly changes: readonly JsonChange[];
  /** Problems by label of the field; that of the JSON text under the empty label. */
  readonly problems: Readonly<Record<string, string>>;
}

/** Reads the edits of a pause. @param inputs those of the pause */
export function readPauseDraft(
  inputs: JsonObject,
  descriptor: ActionDescriptor | undefined,
  draft: PauseDraft,
): ReadDraft {
  const base = draft.base ?? inputs;
  const fields = inputFields(base, descriptor);
  const { next, problems } =
    draft.json === undefined ? fromTexts(base, fields, draft) : fromJson(inputs, draft.json);
  const changed = Object.entries(next).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(inputs[name]),
  );
  return {
    fields,
    inputs: next,
    edited: changed.length === 0 ? undefined : Object.fromEntries(changed),
    changes: diffJson(inputs, next).changes,
    problems,
  };
}

/** The same edits as JSON text. */
export function asJsonText({ inputs }: ReadDraft): PauseDraft {
  return { base: undefined, texts: {}, json: JSON.stringify(inputs, null, 2) };
}

/** The same edits as fields. */
export function asFields({ inputs, edited }: ReadDraft): PauseDraft {
  return edited === undefined ? NO_EDITS : { base: inputs, texts: {}, json: undefined };
}

/** The first problem, with the name of its field. */
export function firstProblem({ problems }: ReadDraft): string | undefined {
  const [first] = Object.entries(problems);
  if (first === undefined) return undefined;
  const [label, words] = first;
  return label === '' ? words : `${label}: ${words}`;
}

interface Edited {
  readonly next: JsonObject;
  readonly problems: Readonly<Record<string, string>>;
}

function fromTexts(base: JsonObject, fields: readonly InputField[], { texts }: PauseDraft): Edited {
  const problems: Record<string, string> = {};
  let next = base;
  for (const field of fields) {
    const text = texts[field.label];
    if (text === undefined) continue;
    const read = readInput(field, text);
    if ('problem' in read) problems[field.label] = read.problem;
    else next = withValue(next, field.path, read.value);
  }
  return { next, problems };
}

/** The object with another value at a path. */
function withValue(object: JsonObject, [key, ...rest]: readonly string[], value: Json): JsonObject {
  if (key === undefined) return object;
  const inner = object[key];
  const next = isJsonObject(inner) && rest.length > 0 ? withValue(inner, rest, value) : value;
  return { ...object, [key]: next };
}

function fromJson(inputs: JsonObject, text: string): Edited {
  const refused = (problem: string): Edited => ({ next: inputs, problems: { '': problem } });
  const parsed = parseJsonText(text);
  if (!parsed.ok) return refused(describeJsonError(parsed.error));
  const { value } = parsed;
  if (!isJsonObject(value)) return refused('Enter an object: { … }.');
  const missing = Object.keys(inputs).find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined)
    return refused(`${missing} is missing. Change its value instead of removing it.`);
  const secret = changedSecret(inputs, value);
  if (secret !== undefined)
    return refused(`${secret} contains a secret and cannot be edited. Undo its change.`);
  return { next: value, problems: {} };
}

/** Path of a secret that was changed or removed. */
function changedSecret(before: JsonObject, after: JsonObject): string | undefined {
  const changes = diffJson(before, after).changes;
  return changes.find((change) => 'left' in change && hasSecret(change.left))?.path.join('.');
}
