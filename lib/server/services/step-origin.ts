import type { StepOrigin } from '@/lib/contracts/step-origin';
import type { Queries } from '../db/rows';
import { numbersOfRuns } from '../store/runs';

/** A row that names the step that wrote it; null for a person. */
export interface WrittenRow {
  readonly runId: string | null;
  readonly step: string | null;
}

/** The step that wrote a row; null for a person. */
export type OriginOf = (row: WrittenRow) => StepOrigin | null;

/** Reads the runs of some rows, for the origin of each. */
export async function originsOf(sql: Queries, rows: readonly WrittenRow[]): Promise<OriginOf> {
  const ids = new Set(rows.flatMap(({ runId }) => (runId === null ? [] : [runId])));
  const numbers = await numbersOfRuns(sql, [...ids]);
  return ({ runId, step }) =>
    runId === null || step === null ? null : { run_id: runId, run_number: numbers.get(runId) ?? null, step };
}
