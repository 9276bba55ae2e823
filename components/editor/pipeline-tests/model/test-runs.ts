import { dropDraft, keepDraft, readKeptDraft } from '@/components/params/kept-draft';
import type { PipelineDocument } from '@/engine';
import { type TestResultRecord, testResultSchema } from '@/lib/contracts/pipeline-tests';

/** The last run of a test. */
export interface TestRun {
  readonly result: TestResultRecord;
  /** When it ended. ISO 8601. */
  readonly at: string;
  /** `markOf` the document that it ran with. */
  readonly mark: string;
  /** The result was too large to be stored: after a reload its differences are gone. */
  readonly isShortened?: boolean;
}

/** The last run of each test, by id. */
export type TestRuns = ReadonlyMap<string, TestRun>;

/** Largest stored result, and all stored results of a pipeline, in characters. */
const MAX_RESULT = 50_000;
const MAX_STORED = 500_000;

/** Raised when the structure changes, so that older results are ignored. */
const FORM = 1;

const keyOf = (pipelineId: string) => `pipewright.test-runs.${pipelineId}`;

/** The last runs that this browser has stored. */
export function readTestRuns(pipelineId: string): TestRuns {
  const kept = readKeptDraft(keyOf(pipelineId));
  if (kept?.version !== FORM || !Array.isArray(kept.runs)) return new Map();
  return new Map(kept.runs.flatMap((run) => storedRun(run) ?? []).map((run) => [run.result.id, run]));
}

function storedRun(stored: unknown): TestRun | undefined {
  const { result, at, mark, isShortened }: Partial<Record<keyof TestRun, unknown>> = Object(stored);
  const read = testResultSchema.safeParse(result);
  if (!read.success || typeof at !== 'string' || typeof mark !== 'string') return undefined;
  return { result: read.data, at, mark, ...(isShortened === true ? { isShortened } : {}) };
}

/** Stores the last runs in this browser, the newest first, as far as there is space. */
export function keepTestRuns(pipelineId: string, runs: TestRuns): void {
  let left = MAX_STORED;
  const stored: TestRun[] = [];
  for (const run of [...runs.values()].sort((one, other) => other.at.localeCompare(one.at))) {
    const short = shortened(run);
    left -= JSON.stringify(short).length;
    if (left < 0) break;
    stored.push(short);
  }
  if (stored.length === 0) dropDraft(keyOf(pipelineId));
  else keepDraft(keyOf(pipelineId), { version: FORM, runs: stored });
}

function shortened(run: TestRun): TestRun {
  if (JSON.stringify(run).length <= MAX_RESULT) return run;
  return { ...run, isShortened: true, result: { ...run.result, problems: [], differences: [] } };
}

/** Identifies what tests run of a document: two documents that differ only in layout and name have the same mark. */
export function markOf({ layout: _, name: _name, description: _text, ...rest }: PipelineDocument): string {
  const text = JSON.stringify(rest);
  // FNV-1a: a mark only has to change when the document does.
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${text.length}.${(hash >>> 0).toString(36)}`;
}
