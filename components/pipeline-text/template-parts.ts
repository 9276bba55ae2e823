import { isTemplate, parseExpression, parseTemplate, type Reference, references } from '@/engine';

/** A part of the sentence on a card. */
export type SentencePart =
  /** Text of the template. */
  | { readonly kind: 'text'; readonly text: string }
  /** The written value, or the default. */
  | { readonly kind: 'value'; readonly text: string }
  /** A reference, to be shown as a chip; `text` is its short form. */
  | {
      readonly kind: 'reference';
      readonly text: string;
      readonly full: string;
      readonly step: string | undefined;
    }
  /** A required parameter that is not given yet. */
  | { readonly kind: 'missing'; readonly text: string };

/** An expression, as of a condition, with its references as chips. */
export function expressionParts(text: string): SentencePart[] {
  const found = quietReferences(text);
  const parts: SentencePart[] = [];
  let at = 0;
  for (const reference of found) {
    if (reference.start < at) continue;
    if (reference.start > at) parts.push({ kind: 'value', text: text.slice(at, reference.start) });
    parts.push(referencePart(reference, text.slice(reference.start, reference.end)));
    at = reference.end;
  }
  if (at < text.length) parts.push({ kind: 'value', text: text.slice(at) });
  return parts;
}

/** Text with `{{ }}` in it, with references as chips. A text that does not parse is shown as written. */
export function templateTextParts(text: string): SentencePart[] {
  if (!isTemplate(text)) return [{ kind: 'value', text: oneLine(text) }];
  try {
    return parseTemplate(text).parts.flatMap((part): SentencePart[] => {
      if (part.kind === 'text') return [{ kind: 'value', text: oneLine(part.text) }];
      return expressionParts(oneLine(text.slice(part.start + 2, part.end - 2).trim()));
    });
  } catch {
    return [{ kind: 'value', text: oneLine(text) }];
  }
}

/** `steps.add_model.output.model_id` is shown as `add_model.model_id`. */
function shortReference(reference: Reference, text: string): string {
  if (reference.step === undefined) return text;
  const path = reference.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
  if (reference.aspect === 'output' || reference.aspect === undefined) return `${reference.step}${path}`;
  return `${reference.step}.${reference.aspect}${path}`;
}

function referencePart(reference: Reference, text: string): SentencePart {
  return { kind: 'reference', text: shortReference(reference, text), full: text, step: reference.step };
}

function quietReferences(text: string): readonly Reference[] {
  try {
    return references(parseExpression(text)).toSorted((a, b) => a.start - b.start);
  } catch {
    // Unfinished expressions are shown as written.
    return [];
  }
}

/** Text with all white space, line breaks included, as single spaces. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
