import { ExpressionError, type Range } from './types';

/** Symbols, longest first so that `<=` is not read as `<`. Words such as `and` become their symbol. */
const SYMBOLS = [
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '<',
  '>',
  '!',
  '+',
  '-',
  '*',
  '/',
  '%',
  '?',
  ':',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ',',
  '.',
] as const;
export type TokenSymbol = (typeof SYMBOLS)[number] | 'in' | 'not';

export type Token = Range &
  (
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'symbol'; readonly symbol: TokenSymbol }
    | { readonly kind: 'end' }
  );

const WORDS: ReadonlyMap<string, TokenSymbol> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', 'not'],
  ['in', 'in'],
]);

/** Syntax of other languages, with the message and the hint for each. */
const FOREIGN: readonly (readonly [text: string, message: string, hint: string])[] = [
  ['===', '=== is not supported.', 'Use == to compare.'],
  ['!==', '!== is not supported.', 'Use != to compare.'],
  ['<>', '<> is not supported.', 'Use != to compare.'],
  ['=>', 'Functions are not supported in expressions.', 'Write one expression that returns a value.'],
  ['**', '** is not supported.', 'Multiply with *.'],
  ['??', '?? is not supported.', 'Write default(x, y) to replace a missing value.'],
  ['?.', '?. is not supported.', 'Write default(x.y, null) if y can be missing.'],
  ['++', 'Values cannot be changed.', 'Write x + 1.'],
  ['...', 'Spreading lists is not supported.', 'Join lists with +.'],
  ['=', 'A single = is not a comparison.', 'Use == to compare.'],
  ['&', 'A single & is not supported.', 'Use && or and.'],
  ['|', '| is not supported.', 'Use || or the word or. Write functions as default(x, y).'],
  ['`', 'Backticks are not supported.', 'Write "text" or \'text\'.'],
  ['“', 'Curly quotes are not supported.', 'Write "text" with straight quotes.'],
  ['”', 'Curly quotes are not supported.', 'Write "text" with straight quotes.'],
  ['‘', 'Curly quotes are not supported.', "Write 'text' with straight quotes."],
  ['’', 'Curly quotes are not supported.', "Write 'text' with straight quotes."],
  ['$', '$ is not supported.', 'Write names without $: params.name.'],
  ['{{', 'Braces are not allowed here.', 'Write the whole expression without {{ }}, or inside one pair.'],
  [';', '; is not allowed.', 'Remove the ;.'],
];

const SPACE = /\s*/y;
const NAME = /[A-Za-z_]\w*/y;
const MEMBER_NAME = /\w+/y;
/** After `steps.` and `secrets.`: one word, in which `-` is not a subtraction. docs/rules.md, section 2. */
const DASHED_NAME = /\w[\w-]*/y;
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Splits an expression into tokens; the last one is always `end`. @throws ExpressionError */
export function tokenize(text: string, range: Range): readonly Token[] {
  const source = text.slice(0, range.end);
  const tokens: Token[] = [];
  let position = range.start;
  for (;;) {
    position += matchAt(SPACE, source, position).length;
    if (position >= source.length) {
      tokens.push({ kind: 'end', start: source.length, end: source.length });
      return tokens;
    }
    const token = readToken(source, position, tokens);
    tokens.push(token);
    position = token.end;
  }
}

function readToken(source: string, start: number, before: readonly Token[]): Token {
  const member = readMemberName(source, start, before);
  if (member) return member;
  const character = source.charAt(start);
  if (character === '"' || character === "'") return readString(source, start);
  const number = matchAt(NUMBER, source, start);
  if (number !== '') return readNumber(source, start, number);
  const name = matchAt(NAME, source, start);
  if (name === '') return readSymbol(source, start);
  const end = start + name.length;
  const symbol = WORDS.get(name);
  return symbol ? { kind: 'symbol', symbol, start, end } : { kind: 'name', name, start, end };
}

/** After a point every word is a name, also `in` and `0`; after `steps.` it may contain `-`. */
function readMemberName(source: string, start: number, before: readonly Token[]): Token | undefined {
  if (!isSymbol(before.at(-1), '.')) return undefined;
  const root = before.at(-2);
  const isRoot = root?.kind === 'name' && !isSymbol(before.at(-3), '.');
  const isDashed = isRoot && (root.name === 'steps' || root.name === 'secrets');
  const name = matchAt(isDashed ? DASHED_NAME : MEMBER_NAME, source, start);
  return name === '' ? undefined : { kind: 'name', name, start, end: start + name.length };
}

function readNumber(source: string, start: number, digits: string): Token {
  const end = start + digits.length;
  const tail = matchAt(MEMBER_NAME, source, end);
  if (tail !== '') {
    throw new ExpressionError(
      `${digits}${tail} is not a number or a name.`,
      { start, end: end + tail.length },
      'Start names with a letter, and put text in quotes.',
    );
  }
  const value = Number(digits);
  if (!Number.isFinite(value)) throw new ExpressionError('The number is too large.', { start, end });
  return { kind: 'number', value, start, end };
}

function readSymbol(source: string, start: number): Token {
  const foreign = FOREIGN.find(([text]) => source.startsWith(text, start) && !isOurs(source, start, text));
  if (foreign) {
    const [text, message, hint] = foreign;
    throw new ExpressionError(message, { start, end: start + text.length }, hint);
  }
  const symbol = SYMBOLS.find((candidate) => source.startsWith(candidate, start));
  if (symbol) return { kind: 'symbol', symbol, start, end: start + symbol.length };
  const character = String.fromCodePoint(source.codePointAt(start) ?? 0);
  throw new ExpressionError(
    `Unexpected ${JSON.stringify(character)}.`,
    { start, end: start + character.length },
    'Put text in quotes. Names contain letters, digits and _.',
  );
}

/** Whether `=`, `&` or `|` is the start of `==`, `&&` or `||`, and so not foreign. */
function isOurs(source: string, start: number, foreign: string): boolean {
  return foreign.length === 1 && source.charAt(start + 1) === foreign && '=&|'.includes(foreign);
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['/', '/'],
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
]);
const HEX_4 = /[0-9a-fA-F]{4}/y;

function readString(source: string, start: number): Token {
  const quote = source.charAt(start);
  let value = '';
  let position = start + 1;
  while (position < source.length) {
    const character = source.charAt(position);
    if (character === quote) return { kind: 'string', value, start, end: position + 1 };
    if (character === '\\') {
      const escaped = readEscape(source, position);
      value += escaped.value;
      position = escaped.end;
    } else {
      value += character;
      position += 1;
    }
  }
  throw unclosedString(start, source.length, quote);
}

function readEscape(source: string, start: number): { readonly value: string; readonly end: number } {
  const letter = source.charAt(start + 1);
  const simple = ESCAPES.get(letter);
  if (simple !== undefined) return { value: simple, end: start + 2 };
  const digits = letter === 'u' ? matchAt(HEX_4, source, start + 2) : '';
  if (digits !== '') return { value: String.fromCharCode(Number.parseInt(digits, 16)), end: start + 6 };
  throw new ExpressionError(
    `\\${letter} is not a valid escape.`,
    { start, end: Math.min(start + 2, source.length) },
    'Write \\\\ for a backslash; escapes are \\n \\t \\r \\b \\f \\" \\\' and \\u with four digits.',
  );
}

/** The error for an unclosed text literal. */
export function unclosedString(start: number, end: number, quote: string): ExpressionError {
  return new ExpressionError(
    'The text is not closed.',
    { start, end },
    `Add ${quote} at the end, or write \\${quote} for a quote inside the text.`,
  );
}

/** Whether a token is this symbol. */
export function isSymbol(token: Token | undefined, symbol: TokenSymbol): boolean {
  return token?.kind === 'symbol' && token.symbol === symbol;
}

/** The range of a token or node, for errors. */
export function rangeOf({ start, end }: Range): Range {
  return { start, end };
}

function matchAt(pattern: RegExp, source: string, position: number): string {
  pattern.lastIndex = position;
  return pattern.exec(source)?.[0] ?? '';
}
