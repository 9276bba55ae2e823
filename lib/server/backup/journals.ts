import type { ISql } from 'postgres';
import { foldEvents, isTerminal, type RunStatus } from '@/engine';
import { loadEvents } from '../store/load';
import type { Reading } from './relations';

/** Runs of one query. */
const PAGE_RUNS = 500;

interface RunRow {
  readonly id: string;
  readonly status: RunStatus;
}

/** Folds every journal and compares its state with the row of the run. */
export async function readJournals(sql: ISql): Promise<Reading> {
  const problems: string[] = [];
  let count = 0;
  for (let after = ''; ; ) {
    const runs = await sql<RunRow[]>`
      select id, status from runs where id > ${after} order by id limit ${PAGE_RUNS}`;
    for (const run of runs) {
      const problem = await problemIn(sql, run);
      if (problem !== undefined) problems.push(`The journal of run ${run.id} ${problem}.`);
    }
    count += runs.length;
    const last = runs.at(-1);
    if (!last) return { count, problems };
    after = last.id;
  }
}

async function problemIn(sql: ISql, { id, status }: RunRow): Promise<string | undefined> {
  try {
    const folded = foldEvents(await loadEvents(sql, id)).status;
    const hasEnded = isTerminal(folded) || isTerminal(status);
    return hasEnded && folded !== status ? `says ${folded}, but the run is listed as ${status}` : undefined;
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}
