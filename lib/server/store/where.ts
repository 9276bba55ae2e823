import { inQuery, type Predicate } from '@/drizzle/predicates';
import type { Queries } from '../db/rows';

/** A condition of a partial index, for use in a statement. */
export function where(sql: Queries, predicate: Predicate, alias?: string) {
  return sql.unsafe(inQuery(predicate, alias));
}
