import type { Pausing } from '../../pausing';
import { type View, viewsOf } from './mask-views';

/** Marks where a text was cut. The characters before it may be the beginning of a secret. */
const CUT = '…';
/** Shortest beginning of a secret that is hidden before a cut, and the length by which candidates are looked up. */
const KEY = 4;
/** Size, in bits of the hash, of the table that excludes most places where no secret begins. */
const FILTER_BITS = 16;
/** Characters between two pauses. */
const PART = 65_536;

/** Finds many texts in one pass over another, so that a large output costs little more than reading it. */
export class MaskFinder {
  /** By the hash of their first characters. */
  readonly #byKey = new Map<number, string[]>();
  readonly #filter = new Uint8Array(1 << FILTER_BITS);
  /** Texts shorter than a key, which would be poor secrets. */
  readonly #short: string[] = [];

  /** @param forms all texts to find, in every form in which they may be written */
  constructor(forms: Iterable<string>) {
    for (const form of new Set(forms)) this.#add(form);
  }

  /** The text with each match replaced; the same text without a match. */
  replace(text: string, replacement: string): string {
    return replaced(text, this.#findAll(text), replacement);
  }

  /** `replace`, pausing within a long text. */
  *replacing(text: string, replacement: string): Pausing<string> {
    if (text.length <= PART) return this.replace(text, replacement);
    const found: Span[] = [];
    for (let from = 0; from < text.length; from += PART) {
      this.#find(text, found, { from, to: Math.min(from + PART, text.length) });
      yield;
    }
    const before = found.length;
    for (const view of viewsOf(text)) {
      this.#findIn(view, text.length, found);
      yield;
    }
    return replaced(text, found.length === before ? found : joined(found), replacement);
  }

  #add(form: string): void {
    if (form.length < KEY) {
      this.#short.push(form);
      return;
    }
    const key = keyOf(form, KEY);
    const others = this.#byKey.get(key);
    if (others) others.push(form);
    else this.#byKey.set(key, [form]);
    this.#filter[slotOf(key)] = 1;
  }

  /** The matches in the text and in its views, in order; matches that touch are joined. */
  #findAll(text: string): Span[] {
    const found = this.#find(text);
    const before = found.length;
    for (const view of viewsOf(text)) this.#findIn(view, text.length, found);
    return found.length === before ? found : joined(found);
  }

  /** Adds the matches in a view, at their places in the whole text. */
  #findIn({ text, starts }: View, length: number, found: Span[]): void {
    for (const { start, end } of this.#find(text)) {
      found.push({ start: starts[start] ?? 0, end: starts[end] ?? length });
    }
  }

  /** The matches in a range of the text, in order; matches that touch are joined. */
  #find(text: string, found: Span[] = [], { from, to } = { from: 0, to: text.length }): Span[] {
    let key = keyOf(text, KEY - 1, from);
    for (let at = from; at < to; at += 1) {
      key = (key << 8) ^ text.charCodeAt(at + KEY - 1);
      if (this.#filter[slotOf(key)] === 0 && this.#short.length === 0) continue;
      const length = this.#lengthAt(text, at, key);
      if (length === 0) continue;
      const last = found.at(-1);
      if (last && at <= last.end) last.end = Math.max(last.end, at + length);
      else found.push({ start: at, end: at + length });
    }
    return found;
  }

  /** Number of characters to hide from here. */
  #lengthAt(text: string, at: number, key: number): number {
    const forms = this.#byKey.get(key) ?? [];
    return forms.reduce((most, form) => Math.max(most, matched(text, at, form)), this.#shortAt(text, at));
  }

  #shortAt(text: string, at: number): number {
    return this.#short.reduce(
      (most, form) => (text.startsWith(form, at) ? Math.max(most, form.length) : most),
      0,
    );
  }
}

interface Span {
  start: number;
  end: number;
}

function replaced(text: string, found: readonly Span[], replacement: string): string {
  if (found.length === 0) return text;
  let result = '';
  let from = 0;
  for (const { start, end } of found) {
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return result + text.slice(from);
}

/** Spans in order, with those that touch joined. */
function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}

/** Length of the form when the text contains it here, or of its beginning when the text was cut there; otherwise 0. */
function matched(text: string, at: number, form: string): number {
  let length = 0;
  while (length < form.length && text.charCodeAt(at + length) === form.charCodeAt(length)) length += 1;
  if (length === form.length) return length;
  return length >= KEY && text.startsWith(CUT, at + length) ? length : 0;
}

/**
 * A rolling key of the first characters of a text: shifted, with the next character added, it is the key of the next
 * place.
 */
function keyOf(text: string, length: number, from = 0): number {
  let key = 0;
  for (let at = from; at < from + length; at += 1) key = (key << 8) ^ text.charCodeAt(at);
  return key;
}

function slotOf(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> (32 - FILTER_BITS);
}
