import type { Decision } from '../../action';
import type { Failure } from '../../errors';
import type { Json, JsonObject } from '../../json';
import { finish, type Pausing } from '../../pausing';
import type { RevealedSecret } from '../../ports';
import { MaskFinder } from './mask-finder';
import { maskFormats } from './mask-formats';
import { findingForms, formsOf } from './mask-forms';
import { WordFinder } from './mask-words';

/** Replaces a secret wherever a value is stored or shown. */
export const MASK = '••••••';

/**
 * Hides the given texts in every form of `formsOf`: inside strings and keys, and as numbers that read the same. Call it
 * before a text is cut to a length: afterwards only a beginning before `…` is found.
 */
export function mask(value: Json, hidden: readonly string[]): Json {
  return hidden.length === 0 ? value : finish(masking(value, hidden));
}

/** `mask`, pausing between values. */
export function* masking(value: Json, hidden: readonly string[]): Pausing<Json> {
  const finder = yield* makingFinder(hidden);
  return finder ? yield* maskAll(value, { finder, numbers: new Set(hidden) }) : value;
}

/** Prepares `mask` for these texts, which takes a while for a long one. */
export function* preparingMask(hidden: readonly string[]): Pausing<void> {
  yield* makingFinder(hidden);
}

/** The texts to hide in an attempt without secrets. One shared list, since most attempts have none. */
const NOTHING: readonly string[] = [];

/**
 * The texts to hide. Lines then name the secret in place of its host.
 * @param earlier a list that may contain the same texts; its finder is then reused
 */
export function hiddenTexts(
  secrets: readonly RevealedSecret[],
  earlier: readonly string[] = NOTHING,
): readonly string[] {
  if (secrets.length === 0) return NOTHING;
  const hidden = [...new Set(secrets.map(({ value }) => value))];
  const finder = finders.get(earlier);
  if (finder && earlier.length === hidden.length && hidden.every((text, at) => text === earlier[at])) {
    finders.set(hidden, finder);
  }
  wordFinders.set(hidden, new WordFinder(secrets.filter(({ isWritten }) => isWritten !== true)));
  return hidden;
}

/** A text with secrets hidden. */
export function maskText(text: string, hidden: readonly string[]): string {
  return finderOf(hidden)?.replace(text, MASK) ?? text;
}

/** A line of text without secrets, the words of secrets, and texts that look like credentials. */
export function maskLine(text: string, hidden: readonly string[]): string {
  const masked = maskText(text, hidden);
  return maskFormats(hidden.length === 0 ? masked : wordsOf(hidden).replace(masked, MASK), MASK);
}

/**
 * The content of a file with the given texts hidden, in UTF-8 or Latin-1; the same bytes when it contains none of them.
 */
export function maskBytes(content: Uint8Array, hidden: readonly string[]): Uint8Array {
  const forms = hidden.flatMap(formsOf);
  if (forms.length === 0) return content;
  const asUtf8 = forms.map((form) => charactersOf(new TextEncoder().encode(form)));
  const finder = new MaskFinder([...asUtf8, ...forms]);
  const characters = charactersOf(content);
  const masked = finder.replace(characters, charactersOf(new TextEncoder().encode(MASK)));
  if (masked === characters) return content;
  const bytes = new Uint8Array(masked.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = masked.charCodeAt(at);
  return bytes;
}

/** A number of arguments that every JavaScript engine accepts in one call. */
const CHUNK = 8192;

/** One character for each byte, with the same code. */
function charactersOf(bytes: Uint8Array): string {
  const chunks = Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, index) => {
    const codes: ArrayLike<number> = bytes.subarray(index * CHUNK, (index + 1) * CHUNK);
    return String.fromCharCode.apply(null, codes as number[]);
  });
  return chunks.join('');
}

/** A failure with secrets hidden in all its texts. Its code may come from the remote server. */
export function maskFailure(failure: Failure, hidden: readonly string[]): Failure {
  const { message, code, path } = failure;
  return {
    ...failure,
    message: maskLine(message, hidden),
    ...(code === undefined ? {} : { code: maskLine(code, hidden) }),
    ...(path === undefined ? {} : { path: maskLine(path, hidden) }),
  };
}

interface Masking {
  readonly finder: MaskFinder;
  readonly numbers: ReadonlySet<string>;
}

/** One finder for each list, while the attempt uses the list. */
const finders = new WeakMap<readonly string[], MaskFinder>();

function finderOf(hidden: readonly string[]): MaskFinder | undefined {
  return hidden.length === 0 ? undefined : finish(makingFinder(hidden));
}

function* makingFinder(hidden: readonly string[]): Pausing<MaskFinder | undefined> {
  if (hidden.every((text) => text === '')) return undefined;
  const known = finders.get(hidden);
  if (known) return known;
  const forms: string[] = [];
  for (const text of hidden) for (const form of yield* findingForms(text)) forms.push(form);
  const finder = new MaskFinder(forms);
  finders.set(hidden, finder);
  return finder;
}

const wordFinders = new WeakMap<readonly string[], WordFinder>();

function wordsOf(hidden: readonly string[]): WordFinder {
  const known = wordFinders.get(hidden);
  if (known) return known;
  const finder = new WordFinder(hidden.map((value) => ({ value })));
  wordFinders.set(hidden, finder);
  return finder;
}

/** Number of characters and values between two pauses. */
const PART = 100_000;

/** A list or an object in progress: its values that are left, and the masked ones. */
interface Open {
  /** Keys of an object; undefined for a list. */
  readonly keys?: readonly string[];
  readonly left: Iterator<Json>;
  readonly masked: Json[];
}

/** Uses a stack of its own, so that it can pause anywhere. */
function* maskAll(value: Json, masking: Masking): Pausing<Json> {
  const { finder } = masking;
  const whole: Open = { left: [value].values(), masked: [] };
  const open = [whole];
  let part = PART;
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const next = last.left.next();
    if (next.done) {
      open.pop();
      open.at(-1)?.masked.push(closed(last));
    } else if (typeof next.value === 'object' && next.value !== null) {
      open.push(opened(next.value, finder));
    } else if (isLong(next.value)) last.masked.push(yield* finder.replacing(next.value, MASK));
    else last.masked.push(maskScalar(next.value, masking));
    part -= typeof next.value === 'string' ? next.value.length : 1;
    if (part > 0) continue;
    part = PART;
    yield;
  }
  return whole.masked[0] ?? null;
}

function isLong(value: Json): value is string {
  return typeof value === 'string' && value.length > PART;
}

function maskScalar(value: string | number | boolean | null, { finder, numbers }: Masking): Json {
  if (typeof value === 'string') return finder.replace(value, MASK);
  return typeof value === 'number' && numbers.has(String(value)) ? MASK : value;
}

function opened(value: Json[] | JsonObject, finder: MaskFinder): Open {
  if (Array.isArray(value)) return { left: value.values(), masked: [] };
  const keys = Object.keys(value).map((key) => finder.replace(key, MASK));
  return { keys, left: Object.values(value).values(), masked: [] };
}

function closed({ keys, masked }: Open): Json {
  return keys ? Object.fromEntries(masked.map((value, at) => [keys[at] ?? '', value])) : masked;
}

/** A decision with secrets hidden in all that the journal stores of it. */
export function maskDecision(decision: Decision, hidden: readonly string[]): Decision {
  if (hidden.length === 0) return decision;
  switch (decision.do) {
    case 'complete': {
      const { set } = decision;
      const masked = { ...decision, output: mask(decision.output, hidden) };
      return set
        ? { ...masked, set: { key: maskText(set.key, hidden), value: mask(set.value, hidden) } }
        : masked;
    }
    // It is not stored.
    case 'compute':
      return decision;
    case 'wait':
      return { ...decision, reason: maskLine(decision.reason, hidden) };
    case 'iterate':
      return {
        ...decision,
        action: maskText(decision.action, hidden),
        items: decision.items.map((item) => mask(item, hidden)),
      };
    case 'fail':
      return { ...decision, error: maskFailure(decision.error, hidden) };
  }
}
