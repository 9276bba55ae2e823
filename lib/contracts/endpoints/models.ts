import { defineEndpoint } from '../endpoint';
import * as contract from '../models';

/** Operations on models. */
export const modelEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/v1/models',
    summary: 'Lists the models with the progress of their downloads, newest first.',
    answer: contract.modelListSchema,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/v1/models/:id',
    summary: 'Returns a model with its files.',
    input: contract.modelIdInput,
    answer: contract.modelDetailSchema,
    errors: ['not_found'],
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/api/v1/models',
    summary:
      'Starts the download of a model. If a model with this name and content exists, the download resolves to that model.',
    input: contract.addModelInput,
    body: { bytes: 256 * 1024, levels: 16 },
    answer: contract.startedModelSchema,
    statuses: { 202: 'The download was started.' },
    statusOf: () => 202,
    errors: ['too_large'],
  }),
  addCloud: defineEndpoint({
    method: 'POST',
    path: '/api/v1/models/cloud',
    summary: 'Adds a model of a provider after checking that the provider lists it.',
    input: contract.addCloudModelInput,
    body: { bytes: 256 * 1024, levels: 16 },
    answer: contract.startedModelSchema,
    errors: ['too_large', 'unprocessable', 'unavailable'],
  }),
  fetch: defineEndpoint({
    method: 'POST',
    path: '/api/v1/models/:id/fetch',
    summary: 'Restarts the failed download of a model, and resumes from the received data.',
    input: contract.modelIdInput,
    answer: contract.startedModelSchema,
    errors: ['not_found', 'conflict'],
  }),
  cancel: defineEndpoint({
    method: 'POST',
    path: '/api/v1/models/:id/cancel',
    summary: 'Cancels the download of a model. Received parts are kept for a week.',
    input: contract.modelIdInput,
    answer: contract.startedModelSchema,
    errors: ['not_found', 'conflict'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/v1/models/:id',
    summary: 'Deletes a model and the files that no other model uses. This cannot be undone.',
    input: contract.modelIdInput,
    answer: contract.deletedModelSchema,
    errors: ['not_found', 'conflict'],
  }),
};
