import { z } from 'zod';
import { defineEndpoint } from '../endpoint';
import * as contract from '../secrets';

/** The longest value with each character escaped, and the other fields. */
const SECRET = { bytes: 6 * contract.MAX_SECRET_LENGTH + 64 * 1024, levels: 2 } as const;

/** Operations on secrets. None of them returns a value. */
export const secretEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/v1/secrets',
    summary: 'Lists the secrets by name, without their values.',
    answer: z.object({ secrets: z.array(contract.secretSummarySchema) }),
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/api/v1/secrets',
    summary: 'Stores a new secret.',
    input: contract.addSecretInput,
    body: SECRET,
    answer: contract.storedSecretSchema,
    statuses: { 201: 'The secret was stored.' },
    statusOf: () => 201,
    errors: ['conflict', 'too_large'],
  }),
  change: defineEndpoint({
    method: 'PUT',
    path: '/api/v1/secrets/:name',
    summary: 'Replaces the description and hosts of a secret, and its value when the body contains one.',
    input: contract.changeSecretInput,
    body: SECRET,
    answer: contract.storedSecretSchema,
    errors: ['not_found', 'conflict', 'too_large'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/v1/secrets/:name',
    summary: 'Deletes a secret. This cannot be undone.',
    input: contract.secretNameInput,
    answer: contract.storedSecretSchema,
    errors: ['not_found'],
  }),
};
