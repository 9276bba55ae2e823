import { accessText } from '../../expression';
import { parseValuePath, type ValuePath } from '../test/value-path';
import type { PlaceKind } from './lineage-words';

/** A value of a pipeline or of a run, or a part of one. */
export interface ValuePlace {
  readonly of: PlaceKind;
  /** Of inputs, outputs, conditions and ends. */
  readonly step: string | undefined;
  /** Of an input, the parameter first. Parameters of iterations begin with `action_params` and the iteration. */
  readonly path: ValuePath;
}

/** In a path: every item of a list, or every iteration. No list has this index. */
export const EACH = -1;

/** The parameter of a loop that contains the parameters of its iterations. */
const ITERATED = 'action_params';

/** Longest text that is read as a value. */
const MAX_TEXT = 2000;

const OF_STEP = /^steps\.([A-Za-z0-9][A-Za-z0-9_-]{0,99})((?:\[(?:\d{1,9}|\*)\])*)\.([a-z_]+)/;
const ROOTS: Readonly<Record<string, PlaceKind>> = {
  params: 'param',
  secrets: 'secret',
  signals: 'signal',
  outputs: 'run_output',
};
const ROOT_OF: Partial<Record<PlaceKind, string>> = {
  param: 'params',
  secret: 'secrets',
  signal: 'signals',
  run_output: 'outputs',
};
const NAMES = new Set(['now', 'pipeline_id', 'execution_id', 'check', 'waited_seconds', 'polls']);

/** Whether a name of expressions is a fact of the run or of a poll. */
export function isRunName(name: string): boolean {
  return NAMES.has(name);
}

/**
 * A value as text: what an expression reads it by, where one can (`steps.fetch.output.body`, `params.region`), and else
 * `steps.deploy.params.url`, `steps.each[6].params.url`, `steps.deploy.condition`, `outputs.url`.
 */
export function placeText({ of, step, path }: ValuePlace): string {
  switch (of) {
    case 'input': {
      const { iteration, rest } = splitIteration(path);
      return `steps.${step}${iteration.map(part).join('')}.params${pathText(rest)}`;
    }
    case 'output':
    case 'condition':
      return `steps.${step}.${of}${pathText(path)}`;
    case 'ended':
      return `steps.${step}${pathText(path)}`;
    case 'name':
      return pathText(path).slice(1);
    default:
      return `${ROOT_OF[of]}${pathText(path)}`;
  }
}

/** Reads a value as `placeText` writes it; undefined when the text names none. */
export function parsePlace(text: string): ValuePlace | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const ofStep = OF_STEP.exec(text);
  if (ofStep) return placeOfStep(text, ofStep);
  const root = /^[a-z_]+/.exec(text)?.[0] ?? '';
  if (isRunName(root)) return { of: 'name', step: undefined, path: [root] };
  const of = Object.hasOwn(ROOTS, root) ? ROOTS[root] : undefined;
  const path = readPath(text.slice(root.length));
  return of && path && { of, step: undefined, path };
}

function placeOfStep(text: string, match: RegExpExecArray): ValuePlace | undefined {
  const [whole, step, iteration = '', aspect = ''] = match;
  const rest = readPath(text.slice(whole.length));
  const indexes = readPath(iteration);
  if (!rest || !indexes) return undefined;
  if (aspect === 'params') return { of: 'input', step, path: withIteration(indexes, rest) };
  if (indexes.length > 0) return undefined;
  if (aspect === 'status' || aspect === 'error') return { of: 'ended', step, path: [aspect, ...rest] };
  if (aspect === 'condition') return { of: 'condition', step, path: [] };
  return aspect === 'output' || aspect === 'outputs' ? { of: 'output', step, path: rest } : undefined;
}

/** The parameters of an iteration, as a path below the parameters of its step. */
export function withIteration(iteration: ValuePath, path: ValuePath): ValuePath {
  return [...iteration.flatMap((index) => [ITERATED, index]), ...path];
}

/** The iterations that a path of an input leads into, and the parameter inside. */
export function splitIteration(path: ValuePath): { iteration: readonly number[]; rest: ValuePath } {
  const iteration: number[] = [];
  let at = 0;
  for (let index = path[1]; path[at] === ITERATED && typeof index === 'number'; index = path[at + 1]) {
    iteration.push(index);
    at += 2;
  }
  return { iteration, rest: path.slice(at) };
}

function pathText(path: ValuePath): string {
  return path.map(part).join('');
}

function part(property: string | number): string {
  return property === EACH ? '[*]' : accessText(property);
}

/** Reads `.items[0]["odd key"][*]`. */
function readPath(text: string): ValuePath | undefined {
  const path: (string | number)[] = [];
  for (const [index, piece] of text.split('[*]').entries()) {
    if (index > 0) path.push(EACH);
    if (piece === '') continue;
    const found = parseValuePath(piece);
    if (!found || !/^[.[]/.test(piece)) return undefined;
    path.push(...found);
  }
  return path;
}

/** A path below another one. `bound` are the indexes that its wildcards stand for. */
export interface PathMatch {
  /** What follows: empty when `below` is the shorter path. */
  readonly rest: ValuePath;
  readonly bound: readonly number[];
  /** Whether the pattern is below the path, so that it is only a part of it. */
  readonly isPart: boolean;
}

/** How a pattern and a path overlap; undefined when neither contains the other. */
export function overlap(pattern: ValuePath, path: ValuePath): PathMatch | undefined {
  const shared = Math.min(pattern.length, path.length);
  const bound: number[] = [];
  for (let at = 0; at < shared; at += 1) {
    const [expected, given] = [pattern[at], path[at]];
    const isWild = expected === EACH && typeof given === 'number';
    if (isWild) bound.push(given);
    else if (expected !== given && !(given === EACH && typeof expected === 'number')) return undefined;
  }
  return { rest: path.slice(pattern.length), bound, isPart: pattern.length > path.length };
}

/** A pattern with its wildcards replaced by the indexes of a match, as far as there are any. */
export function fill(pattern: ValuePath, bound: readonly number[]): ValuePath {
  let next = 0;
  return pattern.map((each) => {
    if (each !== EACH) return each;
    const index = bound[next] ?? EACH;
    next += 1;
    return index;
  });
}
