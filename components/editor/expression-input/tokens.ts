/** A token of an expression, for highlighting and chips. Its meaning is decided by the engine's parser. */
export interface ExpressionToken {
  readonly kind: 'brace' | 'string' | 'number' | 'word' | 'reference' | 'operator';
  readonly from: number;
  readonly to: number;
}

/** A reference as the chips show it. */
export interface ReferenceToken extends ExpressionToken {
  readonly kind: 'reference';
  readonly root: string;
  /** With root `steps`: the step's id. */
  readonly step: string | undefined;
  /** Names and indexes after the root, or after the step's aspect. */
  readonly path: readonly string[];
  /** Ranges that a chip hides: `steps.`, `.output`. */
  readonly hidden: readonly { readonly from: number; readonly to: number }[];
}

/** How a text is read: templates in `{{ }}` inside plain text, or one expression. */
export type ExpressionMode = 'template' | 'expression';

/** A part of the text that is an expression; the whole text in mode `expression`. */
export interface ExpressionRegion {
  readonly from: number;
  readonly to: number;
  /** Start of the expression inside the braces. */
  readonly innerFrom: number;
  readonly innerTo: number;
  readonly closed: boolean;
}

const WORDS = new Set(['true', 'false', 'null', 'and', 'or', 'not', 'in']);
/** Names that are values without a field. */
const PLAIN_NAMES = new Set(['now', 'pipeline_id', 'execution_id', 'item', 'index', 'input', 'check', 'acc']);
const ROOTS = new Set(['steps', 'params', 'secrets', 'signals', 'item', 'input', 'check']);
const STEP_ID = /[A-Za-z0-9_][\w-]*/y;
const NAME = /[A-Za-z_]\w*/y;
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const INDEX = /\[(?:\d+|"[^"]*"|'[^']*')\]/y;
const OPERATOR = /==|!=|<=|>=|&&|\|\||[-+*/%<>!?:()[\],.]/y;

/** The expressions in a text. An unclosed `{{` reaches to the end. */
export function expressionRegions(text: string, mode: ExpressionMode): ExpressionRegion[] {
  const regions: ExpressionRegion[] = [];
  let at = 0;
  for (;;) {
    const from = text.indexOf('{{', at);
    if (from < 0) break;
    const end = regionEnd(text, from + 2);
    const closed = end >= 0;
    const innerTo = closed ? end : text.length;
    const to = closed ? end + 2 : text.length;
    regions.push({ from, to, innerFrom: from + 2, innerTo, closed });
    at = to;
  }
  if (mode === 'expression' && regions.length === 0) {
    return [{ from: 0, to: text.length, innerFrom: 0, innerTo: text.length, closed: true }];
  }
  return regions;
}

/** Whether the character at a position is a closing brace of an expression: typing `}` there skips it. */
export function closesAt(text: string, at: number, mode: ExpressionMode): boolean {
  return expressionRegions(text, mode).some(
    (region) => region.closed && region.innerFrom > region.from && at >= region.innerTo && at < region.to,
  );
}

/** Position of the `}}` that closes the expression, ignoring braces in quotes. */
function regionEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    if (text.startsWith('}}', at)) return at;
    const char = text.charAt(at);
    at = char === '"' || char === "'" ? stringEnd(text, at, text.length) : at + 1;
  }
  return -1;
}

/** The tokens of all expressions in a text, in order, without unknown characters. Never throws. */
export function expressionTokens(text: string, mode: ExpressionMode): (ExpressionToken | ReferenceToken)[] {
  const tokens: (ExpressionToken | ReferenceToken)[] = [];
  for (const region of expressionRegions(text, mode)) {
    const braced = region.innerFrom > region.from;
    if (braced) tokens.push({ kind: 'brace', from: region.from, to: region.innerFrom });
    readRegion(text, region.innerFrom, region.innerTo, tokens);
    if (braced && region.closed) tokens.push({ kind: 'brace', from: region.innerTo, to: region.to });
  }
  return tokens;
}

function readRegion(text: string, from: number, to: number, tokens: ExpressionToken[]): void {
  let at = from;
  while (at < to) {
    const token = readToken(text, at, to);
    if (token !== undefined) tokens.push(token);
    at = token?.to ?? at + 1;
  }
}

function readToken(text: string, at: number, limit: number): ExpressionToken | ReferenceToken | undefined {
  const char = text.charAt(at);
  if (char === '"' || char === "'") return { kind: 'string', from: at, to: stringEnd(text, at, limit) };
  const number = match(NUMBER, text, at);
  if (number !== undefined) return { kind: 'number', from: at, to: at + number.length };
  const name = match(NAME, text, at);
  if (name !== undefined) return readName(text, at, name, limit);
  const operator = match(OPERATOR, text, at);
  return operator === undefined ? undefined : { kind: 'operator', from: at, to: at + operator.length };
}

function readName(text: string, at: number, name: string, limit: number): ExpressionToken | ReferenceToken {
  const to = at + name.length;
  if (WORDS.has(name)) return { kind: 'word', from: at, to };
  const next = text.charAt(to);
  const reads = (ROOTS.has(name) && next === '.') || (PLAIN_NAMES.has(name) && next !== '(');
  if (!reads) return { kind: 'operator', from: at, to };
  return name === 'steps' ? readStepReference(text, at, limit) : readPath(text, at, { root: name, limit });
}

function readStepReference(text: string, from: number, limit: number): ExpressionToken | ReferenceToken {
  const idFrom = from + 'steps.'.length;
  const step = match(STEP_ID, text, idFrom);
  if (step === undefined || idFrom + step.length > limit) return { kind: 'operator', from, to: idFrom };
  const idTo = idFrom + step.length;
  const hidden = [{ from, to: idFrom }];
  const aspect = /^\.outputs?(?=\.)/.exec(text.slice(idTo, limit))?.[0];
  if (aspect !== undefined) hidden.push({ from: idTo, to: idTo + aspect.length });
  const rest = readSteps(text, idTo, limit);
  return { kind: 'reference', from, to: rest.to, root: 'steps', step, path: rest.path, hidden };
}

function readPath(
  text: string,
  from: number,
  { root, limit }: { root: string; limit: number },
): ReferenceToken {
  const rest = readSteps(text, from + root.length, limit);
  return { kind: 'reference', from, to: rest.to, root, step: undefined, path: rest.path, hidden: [] };
}

function readSteps(text: string, from: number, limit: number): { path: string[]; to: number } {
  const path: string[] = [];
  let at = from;
  while (at < limit) {
    const index = match(INDEX, text, at);
    const name = text.charAt(at) === '.' ? match(NAME, text, at + 1) : undefined;
    if (index !== undefined) path.push(index.slice(1, -1).replace(/^["']|["']$/g, ''));
    else if (name !== undefined) path.push(name);
    else break;
    at += index?.length ?? (name?.length ?? 0) + 1;
  }
  return { path, to: at };
}

function stringEnd(text: string, from: number, limit: number): number {
  const quote = text.charAt(from);
  for (let at = from + 1; at < limit; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === quote) return at + 1;
  }
  return limit;
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
