import { defineEndpoint } from '../endpoint';
import * as contract from '../saved-searches';

const SEARCHES = '/api/v1/saved-searches';

/** Searches over runs with a name, for all users of the installation. */
export const savedSearchEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: SEARCHES,
    summary: 'Lists the saved searches over runs, by name.',
    answer: contract.savedSearchListSchema,
  }),
  add: defineEndpoint({
    method: 'POST',
    path: SEARCHES,
    summary: 'Saves a search over runs. Names are case-insensitive.',
    input: contract.addSearchInput,
    answer: contract.savedSearchSchema,
    statuses: { 201: 'The search was saved.' },
    statusOf: () => 201,
    errors: ['invalid', 'conflict'],
  }),
  change: defineEndpoint({
    method: 'PUT',
    path: `${SEARCHES}/:id`,
    summary: 'Changes the name and text of a saved search.',
    input: contract.changeSearchInput,
    answer: contract.savedSearchSchema,
    errors: ['not_found', 'invalid', 'conflict'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${SEARCHES}/:id`,
    summary: 'Deletes a saved search.',
    input: contract.searchIdInput,
    answer: contract.deletedSearchSchema,
    errors: ['not_found'],
  }),
};
