import type { Sql } from 'postgres';

/**
 * Transaction control, and what depends on the time: reads of the queue's length, checks of deployments, and the types that the
 * driver reads when the pool opens another connection.
 */
const LEFT_OUT =
  /^(begin|commit)|\bunion all\b.*\bwaiting\b|\b(deployment|gateway_|installation)|\bfrom pg_catalog\.pg_type\b/;

/**
 * The statements that a pool sends during `work`, in order, each shortened to the table that it writes or first reads.
 * Without what `LEFT_OUT` names.
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
