'use server';

import type { Answer } from '@/lib/contracts/errors';
import * as contract from '@/lib/contracts/saved-searches';
import { guard } from '../server';

/** Saves a search over runs; refused with `conflict` when the name exists. */
export async function addSearch(input: contract.AddSearchInput): Promise<Answer> {
  return guard((app) => app.searches.add(contract.addSearchInput.parse(input)));
}

/** Changes a saved search; refused with `conflict` when another one has the name. */
export async function changeSearch(input: contract.ChangeSearchInput): Promise<Answer> {
  return guard((app) => app.searches.change(contract.changeSearchInput.parse(input)));
}

/** Deletes a saved search. */
export async function removeSearch(id: string): Promise<Answer> {
  return guard((app) => app.searches.remove(contract.searchIdInput.parse({ id })));
}
