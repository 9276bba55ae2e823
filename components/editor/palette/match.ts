import type { ActionDescriptor } from '@/engine';
import { byCategory, type CategoryGroup } from '@/lib/docs/categories';

/** Actions that match a search, by category and in catalogue order. */
export function groupActions<A extends Searchable & Pick<ActionDescriptor, 'category'>>(
  all: readonly A[],
  query: string,
): CategoryGroup<A>[] {
  return byCategory(all.filter((action) => matches(action, query)));
}

/** Actions that match a search, best first: by the beginning of a word of the title, then by any other name. */
export function rankActions(all: readonly ActionDescriptor[], query: string): ActionDescriptor[] {
  const words = query.trim().toLowerCase();
  if (words === '') return [...all];
  return all
    .map((action) => ({ action, rank: rankOf(action, words) }))
    .filter(({ rank }) => rank < NONE)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ action }) => action);
}

const NONE = 9;

function rankOf(action: ActionDescriptor, words: string): number {
  const title = action.title.toLowerCase();
  if (title.startsWith(words)) return 0;
  if (title.split(/\s+/).some((word) => word.startsWith(words))) return 1;
  if ([action.type, ...action.aliases].some((name) => name.startsWith(words))) return 2;
  return matches(action, words) ? 3 : NONE;
}

/** The fields of an action that are searched. */
type Searchable = Pick<ActionDescriptor, 'type' | 'aliases' | 'title' | 'description'>;

function matches(action: Searchable, query: string): boolean {
  const text = [action.title, action.type, ...action.aliases, action.description].join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
