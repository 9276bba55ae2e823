/** Quotation marks that open, with those that close. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
]);

/** What replaces the parts of a message that differ from run to run, in this order: a later rule sees what earlier ones left. */
const RULES: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?\b/g, '<time>'],
  // An identifier with a prefix: run_7fk29d, and a hash.
  [/\b[a-z]{2,12}_(?=[a-z0-9]*\d)[a-z0-9]{6,}\b/gi, '<id>'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}\b/gi, '<id>'],
  [/(?<![\w<])[-+]?\d+(?:[.,:]\d+)*/g, '<n>'],
  [/\s+/g, ' '],
];

/** Longest part of a message that is compared, in characters. */
const MAX_LENGTH = 300;

/**
 * A message without the parts that differ between failures of the same cause: numbers, times, ids and quoted values.
 * Messages with one pattern are one group: `timeout after <n> s, attempt <n> of <n>`.
 */
export function failurePattern(message: string): string {
  const cut = message.slice(0, MAX_LENGTH);
  return RULES.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    withoutQuoted(cut),
  ).trim();
}

/** The text with `<text>` in place of what is quoted on one line. */
function withoutQuoted(text: string): string {
  let shown = '';
  for (let at = 0; at < text.length; at += 1) {
    const end = endOfQuoted(text, at);
    shown += end === undefined ? text[at] : '<text>';
    at = end ?? at;
  }
  return shown;
}

/** Where the quotation that begins at `at` ends; undefined when none does. */
function endOfQuoted(text: string, at: number): number | undefined {
  const close = QUOTES.get(text[at] ?? '');
  const end = close === undefined ? -1 : text.indexOf(close, at + 1);
  return end < 0 || text.slice(at, end).includes('\n') ? undefined : end;
}
