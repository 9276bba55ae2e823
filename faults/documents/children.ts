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

/** One process. When it dies, the document that it ran is to blame, and a new one goes on with the next. */
async function runInChild(first: number, count: number): Promise<DocumentsResult> {
  const ends: DocumentEnd[] = [];
  const problems: string[] = [];
  let maxRssKb = 0;
  let next = first;
  while (next < first + count) {
    let isWhole = false;
    let isSlow = false;
    const args = [
      `--max-old-space-size=${HEAP_MB}`,
      '--import',
      'tsx',
      PROGRAM,
      String(next),
      String(first + count - next),
    ];
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
      else {
        maxRssKb = line.maxRssKb;
        isWhole = true;
      }
    }
    clearTimeout(patience);
    if (isWhole) break;
    problems.push(`seed ${next - 1}: ${isSlow ? 'it took too long' : `the process ended. ${complaint}`}`);
  }
  problems.push(
    ...ends.flatMap(({ seed, problem }) => (problem === undefined ? [] : [`seed ${seed}: ${problem}`])),
  );
  if (maxRssKb > MAX_RSS_KB) problems.push(`the process took ${Math.round(maxRssKb / 1024)} MB`);
  return { ends, problems, maxRssKb };
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
