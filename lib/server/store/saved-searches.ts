import { and, asc, count, eq, ne, sql as text } from 'drizzle-orm';
import type { Sql, TransactionSql } from 'postgres';
import { savedSearches } from '@/drizzle/schema';
import { MAX_SAVED_SEARCHES, type SavedSearch } from '@/lib/contracts/saved-searches';
import { rowsOf } from '../db/rows';
import { audited, type Entry, type Subject } from './audit';

/** Why a search was not stored: its name is taken, the list is full, or it does not exist. */
export type SearchRefusal = 'taken' | 'full' | 'missing';

type NewSearch = Pick<SavedSearch, 'id' | 'name' | 'search'>;

/** All saved searches, by name. */
export function listSearchRows(sql: Sql): Promise<SavedSearch[]> {
  return rowsOf(sql)
    .select()
    .from(savedSearches)
    .orderBy(asc(text`lower(${savedSearches.name})`));
}

/** Adds a search. */
export function insertSearch(sql: Sql, search: NewSearch): Promise<SavedSearch | SearchRefusal> {
  return changed(sql, { action: 'search.created', subject: 'search' }, async (tx) => {
    const db = rowsOf(tx);
    if (await isTaken(tx, search)) return 'taken';
    const [all] = await db.select({ count: count() }).from(savedSearches);
    if ((all?.count ?? 0) >= MAX_SAVED_SEARCHES) return 'full';
    const [row] = await db.insert(savedSearches).values(search).returning();
    return row ?? 'missing';
  });
}

/** Changes name and text of a search. */
export function updateSearch(
  sql: Sql,
  { id, name, search }: NewSearch,
): Promise<SavedSearch | SearchRefusal> {
  return changed(sql, { action: 'search.changed', subject: 'search' }, async (tx) => {
    if (await isTaken(tx, { id, name })) return 'taken';
    const [row] = await rowsOf(tx)
      .update(savedSearches)
      .set({ name, search })
      .where(eq(savedSearches.id, id))
      .returning();
    return row ?? 'missing';
  });
}

/** Deletes a search. */
export function deleteSearch(sql: Sql, id: string): Promise<SavedSearch | SearchRefusal> {
  return changed(sql, { action: 'search.deleted', subject: 'search' }, async (tx) => {
    const [row] = await rowsOf(tx).delete(savedSearches).where(eq(savedSearches.id, id)).returning();
    return row ?? 'missing';
  });
}

/** Makes a change of one search with its audit entry. */
async function changed(
  sql: Sql,
  entry: Entry,
  change: (tx: TransactionSql) => Promise<SavedSearch | SearchRefusal>,
): Promise<SavedSearch | SearchRefusal> {
  let outcome: SavedSearch | SearchRefusal = 'missing';
  await audited(sql, entry, async (tx) => {
    // One change at a time, so that names and number stay as they were checked.
    await tx`lock table saved_searches in share row exclusive mode`;
    outcome = await change(tx);
    return typeof outcome === 'string' ? [] : [toSubject(outcome)];
  });
  return outcome;
}

/** Whether another search has the name. */
async function isTaken(tx: TransactionSql, { id, name }: Pick<SavedSearch, 'id' | 'name'>): Promise<boolean> {
  const isSame = text`lower(${savedSearches.name}) = lower(${name})`;
  const others = await rowsOf(tx)
    .select({ id: savedSearches.id })
    .from(savedSearches)
    .where(and(isSame, ne(savedSearches.id, id)))
    .limit(1);
  return others.length > 0;
}

function toSubject({ id, name, search }: SavedSearch): Subject {
  return { id, name, details: { search } };
}
