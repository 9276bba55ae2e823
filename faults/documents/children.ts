import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DocumentEnd } from './run';

/** Limit of resident memory of a process that runs documents, in kB. */
const MAX_RSS_KB = 512 * 1024;

/** Heap limit of such a process, in MB; the rest is for the program and for written text. */
const HEAP_MB = 336;

/** Timeout of a document in ms, generous enough for an overloaded machine. */
const PATIENCE_MS = 1_800_000;

const PROGRAM = fileURLToPath(new URL('../entries/documents.ts', import.meta.url));

export interface DocumentsResult {
  readonly ends: readonly DocumentEnd[];
  /** Problems, each with the seed of its document. */
  readonly problems: readonly string[];
  readonly maxRssKb: number;
}

/** Runs the documents of some seeds in concurrent processes, each with a memory limit. */
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

/** The result of one process. */
interface ChildResult {
  readonly ends: readonly DocumentEnd[];
  /** The seed after the last started one. */
  readonly next: number;
  readonly maxRssKb: number;
  /** Why the process ended before the last document. */
  readonly problem?: string;
}

/**
 * Runs one process. If it dies, its current document is reported and a new process continues with the next.
 */
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

/** Formats the figures of documents. */
export function describeDocuments({ ends, maxRssKb }: DocumentsResult): string[] {
  const count = (outcome: DocumentEnd['outcome']) => ends.filter((end) => end.outcome === outcome).length;
  const blocked = ends.map(({ blockedMs }) => blockedMs).sort((a, b) => a - b);
  return [
    `${ends.length} documents: ${count('refused')} refused, ${count('completed')} completed, ${count('failed')} failed`,
    `longest time without a turn for others: p50 ${blocked[Math.floor(blocked.length / 2)] ?? 0} ms, p99 ${blocked[Math.floor(blocked.length * 0.99)] ?? 0} ms, longest ${blocked.at(-1) ?? 0} ms`,
    `most memory of a process: ${Math.round(maxRssKb / 1024)} MB`,
  ];
}
