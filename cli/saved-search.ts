import { callServer } from '@/client/api';
import { savedSearchEndpoints } from '@/lib/contracts/endpoints/saved-searches';
import type { SavedSearchList } from '@/lib/contracts/saved-searches';
import { NotFoundOnServer } from './refuse-request';

/** The text of a saved search of a server, by its name in any case. @throws NotFoundOnServer with the names that exist */
export async function savedSearch(server: string, name: string): Promise<string> {
  const { searches }: SavedSearchList = await callServer(server, savedSearchEndpoints.list, {});
  const sought = name.trim().toLowerCase();
  const found = searches.find((each) => each.name.toLowerCase() === sought);
  if (found) return found.search;
  const names = searches.map((each) => each.name).join(', ');
  const advice = names === '' ? 'Save one on the Runs page.' : `Saved searches: ${names}.`;
  throw new NotFoundOnServer(`There is no saved search ${name}. ${advice}`);
}
