import { inQuery, type Predicate } from '@/drizzle/predicates';
import type { Queries } from '../db/rows';

/** A condition that an index has too, as a part of a statement. */
export function where(sql: Queries, predicate: Predicate, alias?: string) {
  return sql.unsafe(inQuery(predicate, alias));
}
