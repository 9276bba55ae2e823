import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DocumentEnd } from './run';

/** Most memory that a process may take that runs documents, all of it counted, in kB. */
const MAX_RSS_KB = 512 * 1024;

/** Heap of such a process, in MB: what is left is for the program itself and for text that is written. */
const HEAP_MB = 384;

/** A document that takes longer than this never ends, even on a machine that has hardly any time for it. ms */
const PATIENCE_MS = 1_800_000;

const PROGRAM = fileURLToPath(new URL('../entries/documents.ts', import.meta.url));

/** What came of some documents. */
export interface DocumentsResult {
  readonly ends: readonly DocumentEnd[];
  /** What should not be, each with the seed of its document. */
  readonly problems: readonly string[];
  readonly maxRssKb: number;
}

/** Runs the documents of some seeds, in several processes at once, each under a limit of memory. */
export async function runDocuments(
  seeds: { first: number; count: number },
  processes: number,
): Promise<DocumentsResult> {
  const share = Math.ceil(seeds.count / processes);
  const results = await Promise.all(
    Array.from({ length: processes }, (_, at) =>
      runInChild(seeds.first + at * share, Math.min(share, seeds.count - at * share)),
    ),
  );
  return {
    ends: results.flatMap(({ ends }) => ends),
    problems: results.flatMap(({ problems }) => problems),
    maxRssKb: Math.max(...results.map(({ maxRssKb }) => maxRssKb)),
  };
}

type Line = { begins: number } | { ended: DocumentEnd } | { maxRssKb: number };

/** What one process did before it ended. */
interface ChildResult {
  readonly ends: readonly DocumentEnd[];
  /** The seed after the last one that it began. */
  readonly next: number;
  readonly maxRssKb: number;
  /** Why it ended before the last document. */
  readonly problem?: string;
}

/** One process. When it dies, the document that it ran is to blame, and a new one goes on with the next. */
async function runInChild(first: number, count: number): Promise<DocumentsResult> {
  const children: ChildResult[] = [];
  for (let next = first; next < first + count; ) {
    const child = await runChild(next, first + count - next);
    children.push(child);
    if (child.problem === undefined) break;
    next = child.next;
  }
  const ends = children.flatMap((child) => child.ends);
  const maxRssKb = Math.max(...children.map((child) => child.maxRssKb));
  const problems = [
    ...children.flatMap(({ problem }) => problem ?? []),
    ...ends.flatMap(({ seed, problem }) => (problem === undefined ? [] : [`seed ${seed}: ${problem}`])),
  ];
  if (maxRssKb > MAX_RSS_KB) problems.push(`the process took ${Math.round(maxRssKb / 1024)} MB`);
  return { ends, problems, maxRssKb };
}

async function runChild(first: number, count: number): Promise<ChildResult> {
  const ends: DocumentEnd[] = [];
  let next = first;
  let maxRssKb: number | undefined;
  let isSlow = false;
  const heap = `--max-old-space-size=${HEAP_MB}`;
  const args = [heap, '--import', 'tsx', PROGRAM, String(first), String(count)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const patience = setTimeout(() => {
    isSlow = true;
    child.kill('SIGKILL');
  }, PATIENCE_MS);
  let complaint = '';
  child.stderr.on('data', (text) => {
    complaint = `${complaint}${text}`.slice(-2000);
  });
  for await (const text of createInterface({ input: child.stdout })) {
    const line: Line = JSON.parse(text);
    patience.refresh();
    if ('begins' in line) next = line.begins + 1;
    else if ('ended' in line) ends.push(line.ended);
    else maxRssKb = line.maxRssKb;
  }
  clearTimeout(patience);
  if (maxRssKb !== undefined) return { ends, next, maxRssKb };
  const why = isSlow ? 'it took too long' : `the process ended. ${complaint}`;
  return { ends, next, maxRssKb: 0, problem: `seed ${next - 1}: ${why}` };
}

/** Figures of documents, for people. */
export function describeDocuments({ ends, maxRssKb }: DocumentsResult): string[] {
  const count = (outcome: DocumentEnd['outcome']) => ends.filter((end) => end.outcome === outcome).length;
  const blocked = ends.map(({ blockedMs }) => blockedMs).sort((a, b) => a - b);
  return [
    `${ends.length} documents: ${count('refused')} refused, ${count('completed')} completed, ${count('failed')} failed`,
    `longest time without a turn for others: p50 ${blocked[Math.floor(blocked.length / 2)] ?? 0} ms, p99 ${blocked[Math.floor(blocked.length * 0.99)] ?? 0} ms, longest ${blocked.at(-1) ?? 0} ms`,
    `most memory of a process: ${Math.round(maxRssKb / 1024)} MB`,
  ];
}
