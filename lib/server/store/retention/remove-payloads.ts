import type { Sql } from 'postgres';
import { GRACE_MINUTES } from '../insert-payloads';

/** Payloads checked in one statement. */
const BATCH_PAYLOADS = 1000;

/**
 * Removes unreferenced payloads, one page after a hash; returns the last hash of the page, or undefined after the last page. A
 * payload that a journal is about to link again is locked or young, since journals renew the age of payloads that they find
 * stored. Hand-written SQL: it skips locked rows, and one statement checks a page and finds its end.
 */
export async function removePayloads(
  sql: Sql,
  after: string,
): Promise<{ last: string | undefined; removed: number }> {
  const [row] = await sql<{ last: string | null; removed: number }[]>`
    with page as (select hash from payloads where hash > ${after} order by hash limit ${BATCH_PAYLOADS}),
    unused as (
      select p.hash from payloads p join page on page.hash = p.hash
      where p.created_at < now() - ${GRACE_MINUTES} * interval '1 minute'
        and not exists (select from run_payloads l where l.hash = p.hash)
        and not exists (select from output_pins o where o.hash = p.hash)
      for update of p skip locked
    ),
    gone as (delete from payloads p using unused u where p.hash = u.hash returning p.hash)
    select (select max(hash) from page) as last, (select count(*)::int from gone) as removed`;
  return { last: row?.last ?? undefined, removed: row?.removed ?? 0 };
}
