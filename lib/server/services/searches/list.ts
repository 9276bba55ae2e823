import type { SavedSearchList } from '@/lib/contracts/saved-searches';
import { listSearchRows } from '../../store/saved-searches';
import type { ServiceContext } from '../context';

/** All saved searches over runs, by name. */
export async function listSearches({ sql }: Pick<ServiceContext, 'sql'>): Promise<SavedSearchList> {
  return { searches: await listSearchRows(sql) };
}
