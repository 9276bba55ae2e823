/** Where text stops being valid JSON. `line` and `column` count from 1. */
export interface JsonError {
  readonly message: string;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
/** The first character of a value or key. */
const BEGINS_VALUE = /["{[\w-]/;
const SPACE = /[ \t\r\n]*/y;

/**
 * Finds the first character at which text stops being valid JSON. The messages of `JSON.parse` differ between browsers,
 * and some contain no position.
 * @returns undefined when the text is valid
 */
export function locateJsonError(text: string): JsonError | undefined {
  const fault = scan(text);
  if (!fault) return undefined;
  const before = text.slice(0, fault.offset);
  const line = before.split('\n').length;
  return { ...fault, line, column: fault.offset - before.lastIndexOf('\n') };
}

/** A loop instead of a regular expression, whose stack strings of many megabytes would exhaust. */
function stringEnd(text: string, start: number): number | undefined {
  if (text[start] !== '"') return undefined;
  let at = start + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (Number.isNaN(code) || code < 0x20) return undefined;
    if (code === 0x22) return at + 1;
    if (code !== 0x5c) {
      at += 1;
      continue;
    }
    ESCAPE.lastIndex = at;
    if (!ESCAPE.test(text)) return undefined;
    at = ESCAPE.lastIndex;
  }
}

type Expecting = 'value' | 'value or ]' | 'key or }' | 'key' | ':' | ', or ]' | ', or }' | 'end';

function scan(text: string): { message: string; offset: number } | undefined {
  const closers: ('}' | ']')[] = [];
  let expecting: Expecting = 'value';
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const takeString = (): boolean => {
    const end = stringEnd(text, at);
    if (end === undefined) return false;
    at = end;
    return true;
  };
  const afterValue = (): Expecting => {
    const closer = closers.at(-1);
    if (closer === undefined) return 'end';
    return closer === ']' ? ', or ]' : ', or }';
  };
  for (;;) {
    take(SPACE);
    const char = text[at];
    if (char === undefined) {
      return expecting === 'end'
        ? undefined
        : { message: `unexpected end, expected ${name(expecting)}`, offset: at };
    }
    const step = next(expecting, char, { closers, take, takeString, afterValue });
    if (step === undefined) return { message: complaint(expecting, char), offset: at };
    if (step.advance) at += 1;
    expecting = step.expecting;
  }
}

interface Scanner {
  readonly closers: ('}' | ']')[];
  take(pattern: RegExp): boolean;
  takeString(): boolean;
  afterValue(): Expecting;
}

function next(
  expecting: Expecting,
  char: string,
  scanner: Scanner,
): { expecting: Expecting; advance: boolean } | undefined {
  if (CLOSERS.get(expecting) === char) return close(scanner);
  switch (expecting) {
    case 'value':
    case 'value or ]':
      return value(char, scanner);
    case 'key or }':
    case 'key':
      return scanner.takeString() ? { expecting: ':', advance: false } : undefined;
    case ':':
      return char === ':' ? { expecting: 'value', advance: true } : undefined;
    case ', or ]':
      return char === ',' ? { expecting: 'value', advance: true } : undefined;
    case ', or }':
      return char === ',' ? { expecting: 'key', advance: true } : undefined;
    case 'end':
      return undefined;
  }
}

/** Where a list or object may end, and how. */
const CLOSERS: ReadonlyMap<Expecting, string> = new Map<Expecting, string>([
  ['value or ]', ']'],
  [', or ]', ']'],
  ['key or }', '}'],
  [', or }', '}'],
]);

function value(char: string, scanner: Scanner): { expecting: Expecting; advance: boolean } | undefined {
  if (char === '{' || char === '[') {
    scanner.closers.push(char === '{' ? '}' : ']');
    return { expecting: char === '{' ? 'key or }' : 'value or ]', advance: true };
  }
  if (scanner.takeString() || scanner.take(NUMBER) || scanner.take(WORD)) {
    return { expecting: scanner.afterValue(), advance: false };
  }
  return undefined;
}

function close(scanner: Scanner): { expecting: Expecting; advance: boolean } {
  scanner.closers.pop();
  return { expecting: scanner.afterValue(), advance: true };
}

function name(expecting: Expecting): string {
  if (expecting === 'key') return 'a key in double quotes';
  if (expecting === 'value') return 'a value';
  return expecting;
}

function complaint(expecting: Expecting, char: string): string {
  if (expecting === 'end') return `unexpected text (${JSON.stringify(char)}) after the end of the document`;
  if (char === "'") return 'text needs double quotes, not single ones';
  if ((expecting === ', or ]' || expecting === ', or }') && BEGINS_VALUE.test(char)) {
    return `a comma is missing before ${JSON.stringify(char)}`;
  }
  if (char === '"') return 'the text is not closed, or contains a character that must be escaped';
  if (char === '}' || char === ']') {
    const fix = expecting === 'value' || expecting === 'key' ? '. Remove a trailing comma' : '';
    return `unexpected ${char}, expected ${name(expecting)}${fix}`;
  }
  return `unexpected ${JSON.stringify(char)}, expected ${name(expecting)}`;
}
