import { sql as text } from 'drizzle-orm';
import { inQuery, type Predicate } from '@/drizzle/predicates';
import type { Queries } from '../db/rows';

/** A condition of a partial index, for use in a statement. */
export function where(sql: Queries, predicate: Predicate, alias?: string) {
  return sql.unsafe(inQuery(predicate, alias));
}

/** A condition of a partial index, for use in a query written with drizzle. */
export function condition(predicate: Predicate, alias?: string) {
  return text.raw(inQuery(predicate, alias));
}
