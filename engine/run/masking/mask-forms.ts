import { finish, type Pausing } from '../../pausing';
import { passwordsIn } from './secret-parts';

/**
 * Longest text searched for as a whole. A longer secret is searched for in pieces, so that a part of it is found too.
 */
const PIECE = 128;
/** How far pieces overlap, so that their ends are hidden too. */
const OVERLAP = 16;
/** Shortest line of a secret that is searched for on its own. */
const MIN_LINE = 8;
/** Shortest form other than the secret itself; a shorter one would match unrelated text. */
const MIN_FORM = 4;

/**
 * Every form in which a secret may appear once escapes are resolved and wrapped lines joined (`viewsOf`): unchanged,
 * line by line, and as other formats write it. The first and last character of a text in base64 may stay visible; they
 * contain a few bits.
 */
export function formsOf(secret: string): string[] {
  return finish(findingForms(secret));
}

/** `formsOf`, pausing between the pieces of a long secret. */
export function* findingForms(secret: string): Pausing<string[]> {
  const forms = new Set<string>();
  for (const text of wholeTexts(secret)) {
    for (const piece of pieces(text)) {
      for (const write of WRITINGS) forms.add(write(piece));
      for (const form of inBytes(piece)) forms.add(form);
      yield;
    }
  }
  return [...forms].filter((form) => form.length >= MIN_FORM || (form === secret && form !== ''));
}

/** The secret, the same without quotes and space around it, and its lines. */
function wholeTexts(secret: string): Set<string> {
  const texts = new Set([secret]);
  const trimmed = secret.trim();
  const bare = trimmed.replace(/^(["'`])(.*)\1$/s, '$2').trim();
  for (const text of [trimmed, bare, ...passwordsIn(bare)]) if (text !== '') texts.add(text);
  for (const line of secret.split(/\r\n|\r|\n/)) {
    if (line.trim().length >= MIN_LINE) texts.add(line.trim());
  }
  // Messages put text on one line, with one space between words.
  texts.add(trimmed.replaceAll(/\s+/g, ' '));
  // Many programs rewrite line ends.
  if (trimmed.includes('\n')) {
    const unix = trimmed.replaceAll(/\r\n|\r/g, '\n');
    texts.add(unix).add(unix.replaceAll('\n', '\r\n'));
  }
  return texts;
}

function* pieces(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > PIECE) {
    const end = start + PIECE;
    yield text.slice(start, splitsPair(text, end) ? end + 1 : end);
    const next = end - OVERLAP;
    start = splitsPair(text, next) ? next - 1 : next;
  }
  yield text.slice(start);
}

function splitsPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff;
}

type Writing = (text: string) => string;

const json: Writing = (text) => JSON.stringify(text).slice(1, -1);
const jsonTwice: Writing = (text) => json(json(text));
const jsonSlashes: Writing = (text) => json(text).replaceAll('/', '\\/');
const jsonAscii: Writing = (text) => json(text).replaceAll(/[^\x20-\x7e]/g, unicodeEscape);
const jsonForHtml: Writing = (text) => json(text).replaceAll(/[<>&'\u2028\u2029]/g, unicodeEscape);

/**
 * As URLs and forms write it. Resolved escapes show it too, except where the text before it ends within an escape: `%0`
 * before `A%20b` reads as `%0A`.
 */
const inUrl: Writing = (text) => encodeURI(wellFormed(text));
const inUrlPart: Writing = (text) => encodeURIComponent(wellFormed(text));
const inForm: Writing = (text) =>
  inUrlPart(text)
    .replaceAll(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');

const lowerHex =
  (write: Writing): Writing =>
  (text) =>
    write(text).replaceAll(/%[0-9A-F]{2}/g, (written) => written.toLowerCase());

/** The encoders of URLs refuse half a pair of surrogates. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

/** As HTML forms encode it, apart from escapes. */
const plusForSpace: Writing = (text) => text.replaceAll(' ', '+');

const upperHex =
  (write: Writing): Writing =>
  (text) =>
    write(text).replaceAll(/(\\u)([0-9a-f]{4})/g, (_, u: string, digits: string) => u + digits.toUpperCase());

/** Markup with quotes in one of their spellings. Some writers do not escape `>`. */
function markup(quote: string, apostrophe: string, more = '&gt;'): Writing {
  return (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', more)
      .replaceAll('"', quote)
      .replaceAll("'", apostrophe);
}

const IN_URLS = [inUrl, inUrlPart, inForm];

const ESCAPED = [json, jsonTwice, jsonSlashes, jsonAscii, jsonForHtml];

const WRITINGS: readonly Writing[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase(),
  // As SQLite does: ASCII letters only.
  (text) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  (text) => text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase()),
  // As the beginning of a sentence.
  (text) => text.charAt(0).toUpperCase() + text.slice(1),
  ...ESCAPED,
  ...ESCAPED.map(upperHex),
  plusForSpace,
  ...IN_URLS,
  ...IN_URLS.map(lowerHex),
  markup('"', "'"),
  markup('&quot;', "'"),
  markup('&quot;', "'", '>'),
  markup('&quot;', '&#39;'),
  markup('&quot;', '&#x27;'),
  markup('&quot;', '&apos;'),
  markup('&#34;', '&#39;'),
];

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function inBytes(text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const base64 = OFFSETS.map((offset) => base64Inside(bytes, offset));
  const inUtf16 = OFFSETS.map((offset) => base64Inside(utf16(text), offset));
  const once = [...base64, ...base64.map(urlSafe)];
  // When encoded text is encoded again, the bytes around it are unknown, and so are a few characters at both ends.
  const twice = [...new Set(once)].flatMap((written) =>
    OFFSETS.map((offset) => base64Inside(new TextEncoder().encode(written), offset)),
  );
  const others = [...inUtf16, ...twice];
  return [
    hex,
    hex.toUpperCase(),
    asCharacters(bytes),
    asCharacters(bytes, '+'),
    ...once,
    ...others,
    ...others.map(urlSafe),
  ];
}

const OFFSETS = [0, 1, 2];

function urlSafe(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}

/** UTF-16, little-endian, as PowerShell encodes text. */
function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  for (let at = 0; at < text.length; at += 1) {
    bytes[2 * at] = text.charCodeAt(at) & 0xff;
    bytes[2 * at + 1] = text.charCodeAt(at) >> 8;
  }
  return bytes;
}

/** One character for each byte, as escapes of bytes are resolved. @param space for example `+`, as in HTML forms */
function asCharacters(bytes: Uint8Array, space = ' '): string {
  return Array.from(bytes, (byte) => (byte === 0x20 ? space : String.fromCharCode(byte))).join('');
}

/** The base64 characters that depend only on these bytes, when they begin `offset` bytes after a multiple of three. */
function base64Inside(bytes: Uint8Array, offset: number): string {
  const shifted = String.fromCharCode(...new Uint8Array(offset), ...bytes);
  const first = Math.ceil((offset * 8) / 6);
  return btoa(shifted).slice(first, Math.floor(((offset + bytes.length) * 8) / 6));
}
