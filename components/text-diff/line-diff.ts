/** One line of a difference of two texts. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/**
 * Largest number of edits in the search for the shortest difference; beyond it one text is shown as replaced by the
 * other.
 */
const MAX_EDITS = 1500;

/** The lines of two texts, in order, with the fewest added and removed. E. W. Myers, "An O(ND) Difference Algorithm". */
export function diffLines(before: string, after: string): DiffLine[] {
  const a = before.split('\n');
  const b = after.split('\n');
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const same = (text: string): DiffLine => ({ kind: 'same', text });
  return [
    ...a.slice(0, start).map(same),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ];
}

function middle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const trace = search(a, b);
  return trace === undefined ? replaced(a, b) : walk(a, b, trace);
}

function replaced(a: readonly string[], b: readonly string[]): DiffLine[] {
  return [
    ...a.map((text): DiffLine => ({ kind: 'removed', text })),
    ...b.map((text): DiffLine => ({ kind: 'added', text })),
  ];
}

type Reached = ReadonlyMap<number, number>;

/** The furthest point on each diagonal for each number of edits; undefined when there are too many edits. */
function search(a: readonly string[], b: readonly string[]): Reached[] | undefined {
  let reached: Reached = new Map([[1, 0]]);
  const trace: Reached[] = [];
  for (let edits = 0; edits <= Math.min(a.length + b.length, MAX_EDITS); edits += 1) {
    trace.push(reached);
    const next = new Map(reached);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const from = isDown(reached, diagonal, edits)
        ? at(reached, diagonal + 1)
        : at(reached, diagonal - 1) + 1;
      const x = skipEqual(a, b, from, diagonal);
      next.set(diagonal, x);
      if (x >= a.length && x - diagonal >= b.length) return trace;
    }
    reached = next;
  }
  return undefined;
}

/** The position in `a` after the equal lines from a position. */
function skipEqual(a: readonly string[], b: readonly string[], from: number, diagonal: number): number {
  let x = from;
  while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
  return x;
}

function at(reached: Reached, diagonal: number): number {
  return reached.get(diagonal) ?? 0;
}

/** Whether the path to a diagonal ends with an added line. */
function isDown(reached: Reached, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && at(reached, diagonal - 1) < at(reached, diagonal + 1);
}

/** The lines of the found path, collected from its end. */
function walk(a: readonly string[], b: readonly string[], trace: readonly Reached[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let x = a.length;
  let y = b.length;
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const reached = trace[edits] ?? new Map<number, number>();
    const diagonal = x - y;
    const from = isDown(reached, diagonal, edits) ? diagonal + 1 : diagonal - 1;
    const fromX = at(reached, from);
    const fromY = fromX - from;
    const equal = Math.max(0, Math.min(x, y, x - fromX, y - fromY));
    lines.push(
      ...a
        .slice(x - equal, x)
        .reverse()
        .map((text) => ({ kind: 'same', text }) as const),
    );
    if (edits === 0) break;
    if (x - equal === fromX) lines.push({ kind: 'added', text: b[fromY] ?? '' });
    else lines.push({ kind: 'removed', text: a[fromX] ?? '' });
    x = fromX;
    y = fromY;
  }
  return lines.reverse();
}

/** Lines to show, or the number of equal lines that are left out. */
export type DiffBlock =
  | { readonly kind: 'lines'; readonly lines: readonly DiffLine[] }
  | { readonly kind: 'gap'; readonly count: number };

/** Number of equal lines shown around a difference. */
const CONTEXT = 3;

/** Differences with some equal lines around them. */
export function withContext(lines: readonly DiffLine[]): DiffBlock[] {
  const near = lines.map(() => false);
  for (const [index, { kind }] of lines.entries()) {
    if (kind !== 'same') near.fill(true, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  }
  const blocks: DiffBlock[] = [];
  let start = 0;
  for (let index = 1; index <= lines.length; index += 1) {
    if (index < lines.length && near[index] === near[start]) continue;
    const part = lines.slice(start, index);
    blocks.push(near[start] === true ? { kind: 'lines', lines: part } : { kind: 'gap', count: part.length });
    start = index;
  }
  return blocks;
}
