import { decoded, hostsIn } from './secret-parts';

/** Shortest word of a secret that is hidden on its own in lines that people read. */
const MIN_WORD = 4;
/** Where other programs split an address, a list or a quotation. */
const BOUNDARY = /[\s/\\?#:@,;&=<>()[\]{}"'`|%+“”‘’]+/;
/** Where they split other text. */
const ANY_SIGN = /[^\p{L}\p{N}]+/u;
/** Punctuation that ends sentences; a host may be spelled with or without the last dot. */
const MARKS: ReadonlySet<string> = new Set(['.', '!', '…']);
const IS_ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;
/** Schemes of addresses, which are not secret. */
const SCHEMES = new Set(['http', 'https', 'smtp', 'smtps', 'postgres', 'postgresql', 'mysql', 'mariadb']);
/**
 * A key file, JSON or a sentence. Its plain words appear in any message, as do the parts of `my-api-token`, so they are
 * not hidden.
 */
const HAS_SEVERAL_WORDS = /[\s"]/;
const PLAIN_WORD = /^(?:\p{Lu}?\p{Ll}+(?:_\p{Ll}+)*|\p{Lu}+)$/u;

/** A secret whose words are hidden. */
interface NamedSecret {
  /** @default its host is replaced like any other word */
  readonly name?: string;
  readonly value: string;
}

/**
 * Finds the words of secrets in lines that people read: a host in lower case, a user, the name of a database. Errors
 * repeat them one by one, and programs change the case of names.
 */
export class WordFinder {
  /** The text that replaces each word; undefined stands for the general replacement. */
  readonly #words: ReadonlyMap<string, string | undefined>;

  constructor(secrets: readonly NamedSecret[]) {
    this.#words = new Map(
      secrets.flatMap(({ name, value }) => {
        const words = wordsOf(value).map((word) => [word, undefined] as const);
        const hosts = name === undefined ? [] : hostsIn(value);
        return [...words, ...hosts.map((host) => [host, `the host of the secret ${name}`] as const)];
      }),
    );
  }

  /** The line with each word replaced and neighbours joined. A host is replaced by the name of its secret. */
  replace(line: string, replacement: string): string {
    if (this.#words.size === 0) return line;
    let result = '';
    let from = 0;
    for (const { start, text } of this.#spots(line)) {
      if (start < from || !this.#isHidden(text)) continue;
      const between = line.slice(from, start);
      const joins = from > 0 && /^[.:@/-]$/.test(between);
      const host = this.#words.get(folded(text));
      if (!joins) result += between + (host === undefined ? replacement : begun(host, result + between));
      from = endOf({ start, text }, line, host !== undefined);
    }
    return result + line.slice(from);
  }

  /** Words separated as in addresses, and within each the words separated by any sign. */
  *#spots(line: string): Generator<Spot> {
    for (const spot of spotsOf(line, BOUNDARY)) {
      yield spot;
      for (const inner of spotsOf(spot.text, ANY_SIGN)) {
        yield { start: spot.start + inner.start, text: inner.text };
      }
    }
  }

  /** A word that was cut is hidden when it may be the beginning of a hidden word. */
  #isHidden(word: string): boolean {
    const known = folded(word);
    if (known.length < MIN_WORD) return false;
    if (this.#words.has(known)) return true;
    return word.endsWith('…') && [...this.#words.keys()].some((whole) => whole.startsWith(known));
  }
}

/** A word in the spelling in which words are compared. */
function folded(word: string): string {
  let start = 0;
  while (MARKS.has(word.charAt(start))) start += 1;
  return word.slice(start, Math.max(start, word.length - marksAfter(word))).toLowerCase();
}

/** How many marks a word ends with. */
function marksAfter(word: string): number {
  let end = word.length;
  while (end > 0 && MARKS.has(word.charAt(end - 1))) end -= 1;
  return word.length - end;
}

/** Where a hidden word ends. The port is part of a host; punctuation after a word is not part of it. */
function endOf({ start, text }: Spot, line: string, isHost: boolean): number {
  const end = start + text.length - marksAfter(text);
  if (!isHost) return end;
  return end + (/^\]?:\d{1,5}\b/.exec(line.slice(end))?.[0].length ?? 0);
}

/** The words, with a capital at the beginning of a sentence. */
function begun(words: string, before: string): string {
  const isStart = before === '' || /[.!?] $/.test(before);
  return isStart ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

interface Spot {
  readonly start: number;
  readonly text: string;
}

function* spotsOf(line: string, boundary: RegExp): Generator<Spot> {
  let start = 0;
  for (const match of line.matchAll(new RegExp(boundary, `g${boundary.flags}`))) {
    if (match.index > start) yield { start, text: line.slice(start, match.index) };
    start = match.index + match[0].length;
  }
  if (start < line.length) yield { start, text: line.slice(start) };
}

function wordsOf(secret: string): string[] {
  const text = secret.trim();
  const isAddress = IS_ADDRESS.test(text);
  const isPlain = (word: string) =>
    isAddress ? SCHEMES.has(word.toLowerCase()) : HAS_SEVERAL_WORDS.test(text) && PLAIN_WORD.test(word);
  const words = [text, decoded(text)].flatMap((written) => [
    ...written.split(BOUNDARY),
    ...(isAddress ? [] : written.split(ANY_SIGN).filter((word) => word === text || !PLAIN_WORD.test(word))),
  ]);
  return [...words, ...hostsIn(text)]
    .filter((word) => !isPlain(word))
    .map(folded)
    .filter((word) => word.length >= MIN_WORD);
}

/** Whether a text contains four consecutive characters of a secret, in any case. */
export function showsPiece(text: string, secret: string): boolean {
  const shown = text.toLowerCase();
  const whole = secret.toLowerCase();
  for (let at = 0; at + MIN_WORD <= whole.length; at += 1) {
    if (shown.includes(whole.slice(at, at + MIN_WORD))) return true;
  }
  return false;
}
