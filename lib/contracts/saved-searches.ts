import { z } from 'zod';
import { MAX_SEARCH } from './runs';

/** Largest number of saved searches of an installation. */
export const MAX_SAVED_SEARCHES = 200;

/** Longest name of a saved search, in characters. */
export const MAX_SEARCH_NAME = 100;

/** A search over runs with a name. */
export const savedSearchSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** As it is written into the search box. */
  search: z.string(),
  createdAt: z.iso.datetime(),
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;

export const savedSearchListSchema = z.object({ searches: z.array(savedSearchSchema) });
export type SavedSearchList = z.infer<typeof savedSearchListSchema>;

const fields = {
  name: z.string().trim().min(1, 'Enter a name.').max(MAX_SEARCH_NAME),
  search: z.string().trim().min(1, 'Enter a search.').max(MAX_SEARCH),
};

const idSchema = z.string().min(1).max(100);

/** A new saved search. Refused with `conflict` when the name exists. */
export const addSearchInput = z.strictObject(fields);
export type AddSearchInput = z.input<typeof addSearchInput>;

export const changeSearchInput = z.strictObject({ id: idSchema, ...fields });
export type ChangeSearchInput = z.input<typeof changeSearchInput>;

export const searchIdInput = z.strictObject({ id: idSchema });

/** The response to a deletion. */
export const deletedSearchSchema = z.object({ id: z.string() });
