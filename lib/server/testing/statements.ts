import type { Sql } from 'postgres';

/** Transaction control, and what depends on the time. */
const LEFT_OUT = [
  /^(begin|commit)/,
  // The length of the queue.
  /\bunion all\b.*\bwaiting\b/,
  // What a server does at intervals.
  /\b(deployment|gateway_|installation|listeners\b|models\b)/,
  /^select \(extract\(epoch from clock_timestamp/,
  // The types that the driver reads when the pool opens another connection.
  /\bfrom pg_catalog\.pg_type\b/,
];

/**
 * The statements that a pool sends during `work`, in order, each shortened to the table that it writes or first reads.
 * Without what `LEFT_OUT` matches.
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
  return sent.filter((query) => !LEFT_OUT.some((left) => left.test(query))).map(labelOf);
}

function labelOf(query: string): string {
  const [written] = /\b(insert into|delete from)\s+\w+|^update\s+\w+/.exec(query) ?? [];
  return written ?? `select ${/\bfrom\s+\w+/.exec(query)?.[0] ?? ''}`;
}
