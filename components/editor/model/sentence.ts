import {
  expressionParts,
  oneLine,
  type SentencePart,
  templateTextParts,
} from '@/components/pipeline-text/template-parts';
import {
  type ActionDescriptor,
  isJsonObject,
  type Json,
  type JsonSchema,
  readBranches,
  type StepDocument,
} from '@/engine';
import { authorSpelling } from './branches';

/** Longest text of one value on a card, in characters. */
const MAX_VALUE = 80;

/** The sentence of a card: the action's template with the values of the step. */
export function cardSentence(step: StepDocument, descriptor: ActionDescriptor | undefined): SentencePart[] {
  if (descriptor === undefined) return [];
  const read = (param: string) => paramParts(step, descriptor, param);
  return tidy(templateParts(descriptor.sentence, read));
}

function templateParts(
  template: string,
  read: (param: string) => SentencePart[] | undefined,
): SentencePart[] {
  return template.split(/(\[[^[\]]*\])/).flatMap((section): SentencePart[] => {
    if (!section.startsWith('[')) return sectionParts(section, (param) => read(param) ?? missing(param));
    const inner = section.slice(1, -1);
    const names = [...inner.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
    const values = new Map(names.map((name) => [name, read(name)]));
    if ([...values.values()].some((value) => value === undefined)) return [];
    return sectionParts(inner, (param) => values.get(param) ?? []);
  });
}

function sectionParts(section: string, read: (param: string) => SentencePart[]): SentencePart[] {
  return section.split(/(\{\w+\})/).flatMap((piece): SentencePart[] => {
    if (piece === '') return [];
    return /^\{\w+\}$/.test(piece) ? read(piece.slice(1, -1)) : [{ kind: 'text', text: piece }];
  });
}

function missing(param: string): SentencePart[] {
  return [{ kind: 'missing', text: param.replaceAll('_', ' ') }];
}

function paramParts(
  step: StepDocument,
  descriptor: ActionDescriptor,
  param: string,
): SentencePart[] | undefined {
  const schema = descriptor.params.properties?.[param];
  const value = step.params?.[authorSpelling(step, descriptor, param)] ?? schema?.default;
  if (value === undefined || value === null || value === '') return undefined;
  return valueParts(value, schema);
}

function valueParts(value: Json, schema: JsonSchema | undefined): SentencePart[] {
  if (schema?.edge === 'branches') return [{ kind: 'value', text: branchNames(value) }];
  if (schema?.edge === 'source' && Array.isArray(value)) return sourceParts(value);
  if (typeof value === 'string') {
    const label = labelOf(value, schema);
    if (label !== undefined) return [{ kind: 'value', text: label }];
    if (schema?.reads === 'expression') return shorten(expressionParts(oneLine(bare(value))));
    return shorten(templateTextParts(value));
  }
  if (Array.isArray(value)) return listParts(value);
  if (isJsonObject(value)) return [{ kind: 'value', text: count(Object.keys(value).length, 'field') }];
  return [{ kind: 'value', text: String(value) }];
}

function branchNames(value: Json): string {
  const names = readBranches(value).map(({ label }) => label);
  return names.length <= 4
    ? names.join(', ')
    : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
}

/** Sources are steps: each is a chip. */
function sourceParts(value: readonly Json[]): SentencePart[] {
  const ids = value.filter((id) => typeof id === 'string');
  const shown = ids
    .slice(0, 3)
    .flatMap((id, index): SentencePart[] => [
      ...(index === 0 ? [] : [{ kind: 'text', text: ', ' } as const]),
      { kind: 'reference', text: id, full: `steps.${id}.output`, step: id },
    ]);
  return ids.length <= 3 ? shown : [...shown, { kind: 'text', text: ` and ${ids.length - 3} more` }];
}

function listParts(value: readonly Json[]): SentencePart[] {
  const short = value.length <= 2 && value.every((item) => typeof item === 'string');
  if (!short) return [{ kind: 'value', text: count(value.length, 'item') }];
  return value.flatMap((item, index): SentencePart[] => [
    ...(index === 0 ? [] : [{ kind: 'text', text: ', ' } as const]),
    ...templateTextParts(String(item)),
  ]);
}

function labelOf(value: string, schema: JsonSchema | undefined): string | undefined {
  const canonical = ownText(schema?.synonyms, value) ?? value;
  return ownText(schema?.labels, canonical);
}

function ownText(record: Readonly<Record<string, string>> | undefined, key: string): string | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Removes the braces around an expression, which may be written with them. */
function bare(text: string): string {
  return /^\s*\{\{([\s\S]*)\}\}\s*$/.exec(text)?.[1]?.trim() ?? text.trim();
}

function shorten(parts: SentencePart[]): SentencePart[] {
  let left = MAX_VALUE;
  return parts.flatMap((part): SentencePart[] => {
    if (left <= 0) return [];
    const cut = part.kind === 'value' && part.text.length > left;
    left -= part.text.length;
    return [
      cut ? { kind: 'value', text: `${part.text.slice(0, left + part.text.length).trimEnd()}…` } : part,
    ];
  });
}

/** Joins neighbouring texts, and removes punctuation at the end of the sentence. */
function tidy(parts: readonly SentencePart[]): SentencePart[] {
  const merged: SentencePart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (last?.kind === 'text' && part.kind === 'text')
      merged[merged.length - 1] = { kind: 'text', text: last.text + part.text };
    else merged.push(part);
  }
  return merged;
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
