import type { Descriptors, Json, PipelineDocument } from '@/engine';
import { updateStep } from '../model/document';
import { renameStep, setStepField } from '../model/edits';
import { refuseStepId } from '../model/step-ids';
import { keyOfText, type Match, type TextPlace } from './matches';

/** A text that would change, with all of its occurrences. */
export interface Change {
  /** As `keyOfText`. */
  readonly key: string;
  readonly stepId: string;
  readonly place: TextPlace;
  readonly before: string;
  readonly after: string;
  /** Why it cannot be changed, as a sentence. */
  readonly refusal?: string;
}

/** What a replacement would change, one entry for each text. */
export function changesOf(
  document: PipelineDocument,
  matches: readonly Match[],
  replacement: string,
): Change[] {
  const byText = new Map<string, Match[]>();
  for (const match of matches) {
    const key = keyOfText(match);
    byText.set(key, [...(byText.get(key) ?? []), match]);
  }
  const changes = [...byText].flatMap(([key, found]) => {
    const [first] = found;
    if (first === undefined) return [];
    const { stepId, place, text } = first;
    return [{ key, stepId, place, before: text, after: replaced(text, found, replacement) }];
  });
  return changes.map((change) => {
    const refusal = refusalOf(document, change, changes);
    return refusal === undefined ? change : { ...change, refusal };
  });
}

/** The document with the changes made. Ids last: the others name their step by its present id. */
export function applyChanges(
  document: PipelineDocument,
  changes: readonly Change[],
  descriptors: Descriptors,
): PipelineDocument {
  const possible = changes.filter(({ refusal }) => refusal === undefined);
  const texts = possible.filter(({ place }) => place.kind !== 'id');
  const ids = possible.filter(({ place }) => place.kind === 'id');
  const changed = texts.reduce((current, change) => applyText(current, change), document);
  return ids.reduce(
    (current, { stepId, after }) =>
      refuseStepId(current, stepId, after) === undefined
        ? renameStep(current, stepId, after, descriptors)
        : current,
    changed,
  );
}

function applyText(document: PipelineDocument, { stepId, place, after }: Change): PipelineDocument {
  if (place.kind === 'title') return setStepField(document, stepId, 'name', after === '' ? undefined : after);
  if (place.kind !== 'value') return document;
  const [field, ...path] = place.path;
  if (typeof field !== 'string') return document;
  return updateStep(document, stepId, (step) => ({
    ...step,
    // Fields that we do not know hold JSON, too.
    [field]: withValue(step[field] as Json, path, after),
  }));
}

/** The value with another text at a path. */
function withValue(value: Json, path: readonly (string | number)[], text: string): Json {
  const [key, ...rest] = path;
  if (key === undefined) return text;
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? withValue(item, rest, text) : item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === key ? withValue(item, rest, text) : item]),
  );
}

function replaced(text: string, matches: readonly Match[], replacement: string): string {
  let result = '';
  let from = 0;
  for (const { start, end } of matches) {
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return result + text.slice(from);
}

/** Fields whose texts name steps: a step is renamed instead, and they follow. */
const NAMES_STEPS = new Set(['depends_on']);

function refusalOf(
  document: PipelineDocument,
  change: Change,
  changes: readonly Change[],
): string | undefined {
  const { place, stepId, after } = change;
  if (place.kind === 'action') return 'Change the action in the inspector.';
  if (place.kind === 'id') {
    const isTwice = changes.some(
      (other) => other.place.kind === 'id' && other.stepId !== stepId && other.after === after,
    );
    return isTwice ? `Two steps would have the ID ${after}.` : refuseStepId(document, stepId, after);
  }
  if (place.kind !== 'value') return undefined;
  if (NAMES_STEPS.has(String(place.path[0])))
    return 'This is a reference to a step. Rename the step ID to update it.';
  return isText(document, change) ? undefined : 'Only text can be replaced, not numbers or switches.';
}

function isText(document: PipelineDocument, { stepId, place }: Change): boolean {
  const step = document.steps.find(({ id }) => id === stepId);
  if (place.kind !== 'value' || step === undefined) return false;
  let value: unknown = step;
  for (const key of place.path) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  }
  return typeof value === 'string';
}
