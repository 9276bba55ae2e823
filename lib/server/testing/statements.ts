import type { Sql } from 'postgres';

/** Reads of the queue's length, which starts repeat after a second, and transaction control. */
const LEFT_OUT = /^(begin|commit)|count\(\*\)::int as pending/;

/**
 * The statements that a pool sends during some work, in order, each as what it writes or first reads. Leaves out
 * transaction control and the count of the queue, which the passing time decides.
 */
export async function statementsOf(sql: Sql, work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const { options } = sql;
  const { debug } = options;
  options.debug = (_connection, query) => {
    sent.push(query.trim().replaceAll('"', ''));
  };
  try {
    await work();
  } finally {
    options.debug = debug;
  }
  return sent.filter((query) => !LEFT_OUT.test(query)).map(labelOf);
}

function labelOf(query: string): string {
  const [written] = /\b(insert into|delete from)\s+\w+|^update\s+\w+/.exec(query) ?? [];
  return written ?? `select ${/\bfrom\s+\w+/.exec(query)?.[0] ?? ''}`;
}
