import type { z } from 'zod';
import { parseSearch } from '@/lib/contracts/run-search/parse';
import {
  type addSearchInput,
  type changeSearchInput,
  MAX_SAVED_SEARCHES,
  type SavedSearch,
} from '@/lib/contracts/saved-searches';
import { newId } from '../../ids';
import { insertSearch, type SearchRefusal, updateSearch } from '../../store/saved-searches';
import type { ServiceContext } from '../context';
import { Conflict, Invalid, type ServiceError } from '../errors';
import { doesNotExist } from '../not-found';

/**
 * Saves a search over runs.
 * @throws Invalid with the wrong part of the search as details
 * @throws Conflict when the name is taken, or the list is full
 */
export async function addSearch(
  ctx: ServiceContext,
  { name, search }: z.output<typeof addSearchInput>,
): Promise<SavedSearch> {
  checkSearch(ctx, search);
  const stored = { id: newId('search'), name, search };
  return rowOr(await insertSearch(ctx.sql, stored), stored);
}

/**
 * Changes name and text of a saved search.
 * @throws NotFound
 * @throws Invalid with the wrong part of the search as details
 * @throws Conflict when the name is taken
 */
export async function changeSearch(
  ctx: ServiceContext,
  input: z.output<typeof changeSearchInput>,
): Promise<SavedSearch> {
  checkSearch(ctx, input.search);
  return rowOr(await updateSearch(ctx.sql, input), input);
}

function checkSearch(ctx: ServiceContext, text: string): void {
  const parsed = parseSearch(text, ctx.now().getTime());
  if (!parsed.ok) throw new Invalid(parsed.problem.message, { details: parsed.problem });
}

function rowOr(
  outcome: SavedSearch | SearchRefusal,
  { id, name }: { id: string; name: string },
): SavedSearch {
  if (typeof outcome === 'string') throw refusal(outcome, id, name);
  return outcome;
}

function refusal(reason: SearchRefusal, id: string, name: string): ServiceError {
  switch (reason) {
    case 'taken':
      return new Conflict(`A saved search with the name ${name} already exists. Choose another name.`);
    case 'full':
      return new Conflict(
        `There are ${MAX_SAVED_SEARCHES} saved searches, which is the limit. Delete one, then save again.`,
      );
    case 'missing':
      return doesNotExist('saved search', id);
  }
}
