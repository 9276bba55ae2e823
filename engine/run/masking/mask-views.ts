/** A section of a text in another reading: escapes resolved, or line breaks removed. */
export interface View {
  readonly text: string;
  /** Position of each character in the whole text, and one more for the end. */
  readonly starts: Int32Array;
}

/** Characters of a view: bounds the memory of its positions. */
const WINDOW = 16_384;
/** How far views overlap: more than the longest form when each character is an escape of an escape. */
const OVERLAP = 4096;

/**
 * The other readings of a text with escapes or wrapped lines, window by window. Secrets are searched for in each, so
 * that a secret is found when all or some of its characters are escaped, once or twice.
 */
export function* viewsOf(text: string): Generator<View> {
  for (let from = 0; from < text.length; from += WINDOW) {
    const window = text.slice(from, from + WINDOW + OVERLAP);
    if (!MAY_DIFFER.test(window)) continue;
    const once = rewrite(window, ESCAPE, characterOf, () => plainStarts(window, from));
    const twice = once && rewrite(once.text, ESCAPE, characterOf, () => once.starts);
    const unwrapped = rewrite(window, BREAK, withoutWrap, () => plainStarts(window, from));
    for (const view of [once, twice, unwrapped]) if (view) yield view;
  }
}

function plainStarts(window: string, from: number): Int32Array {
  const starts = new Int32Array(window.length + 1);
  for (let at = 0; at < starts.length; at += 1) starts[at] = from + at;
  return starts;
}

/**
 * Escapes of URLs (`%41`), HTML (`&#65;`, `&#x41;`), code (`\x41`, `\u0041`, `\u{41}`, `\101`) and mail (`=41`). Named
 * escapes, such as `&amp;`, are in `formsOf`.
 */
const ESCAPE =
  /%([0-9a-f]{2})|&#x0{0,8}([0-9a-f]{1,6});?|&#0{0,8}(\d{1,7});?|\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|\\u\{0{0,8}([0-9a-f]{1,6})\}|\\([0-7]{3})|=([0-9A-F]{2})/gi;

/** A line break, in JSON too, with the indent of the next line; after `=` the soft break of quoted-printable. */
const BREAK = /=?(?:\r\n|\n|\\r\\n|\\n)[ \t]{0,16}/g;

/** A line of base64 that was wrapped: formats take 64 or 76 characters (RFC 7468, RFC 2045). */
const WRAPPED = /^[\w+/-]{60}$/;

/** The empty text for a line break inside a wrapped word; undefined for any other. */
function withoutWrap({ 0: written, index, input }: RegExpExecArray): string | undefined {
  return written.startsWith('=') || WRAPPED.test(input.slice(Math.max(0, index - 60), index))
    ? ''
    : undefined;
}

/** A cheap test whether `ESCAPE` or `BREAK` may match. */
const MAY_DIFFER = /%[0-9a-fA-F]{2}|&#|\\[xun0-7]|=[0-9A-F]{2}|\n/;

/** The character of an escape; an escaped byte is the character with the same code. */
function characterOf([, percent, hexEntity, entity, x, u, point, octal, quoted]: RegExpExecArray): string {
  const hex = percent ?? hexEntity ?? x ?? u ?? point ?? quoted;
  const code = hex !== undefined ? Number.parseInt(hex, 16) : codeOf(entity, octal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

function codeOf(entity: string | undefined, octal: string | undefined): number {
  return entity === undefined ? Number.parseInt(octal ?? '0', 8) : Number(entity);
}

/**
 * The text with each match replaced by the result of `read`, where it is defined; undefined when nothing changes.
 * @param startsOf the positions of its characters; called only when something changes
 */
function rewrite(
  text: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => string | undefined,
  startsOf: () => Int32Array,
): View | undefined {
  let before: Int32Array | undefined;
  let starts = NOTHING;
  let rewritten = '';
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const character = read(match);
    if (character === undefined) continue;
    const at = match.index;
    if (before === undefined) {
      before = startsOf();
      starts = new Int32Array(before.length);
    }
    for (let stays = from; stays < at; stays += 1)
      starts[rewritten.length + stays - from] = before[stays] ?? 0;
    rewritten += text.slice(from, at);
    for (let unit = 0; unit < character.length; unit += 1) starts[rewritten.length + unit] = before[at] ?? 0;
    rewritten += character;
    from = at + match[0].length;
  }
  if (before === undefined) return undefined;
  starts.set(before.subarray(from), rewritten.length);
  return { text: rewritten + text.slice(from), starts };
}

const NOTHING = new Int32Array(0);
