import { expect, test } from 'vitest';
import { catalogue } from '../actions';
import type { JsonObject } from '../json';
import { validate } from './validate';

function warnings(headers: JsonObject) {
  const params = { url: 'https://service.test', headers };
  return validate({ steps: [{ id: 'call', action: 'http_request', params }] }, catalogue.descriptors)
    .filter(({ code }) => code === 'literal_credential')
    .map(({ path, range, severity }) => [severity, path, range]);
}

test.each([
  ['Authorization', 'Bearer sk-123456789', [7, 19]],
  ['authorization', 'Basic dXNlcjpwYXNz', [6, 18]],
  ['X-Api-Key', '0123456789abcdef', [0, 16]],
  ['PRIVATE-TOKEN', 'glpat-0123456789 ', [0, 16]],
])('%s: %s is a credential as text', (header, value, [start, end]) => {
  expect(warnings({ [header]: value })).toEqual([['warning', `params.headers.${header}`, { start, end }]]);
});

test.each([
  ['Authorization', 'Bearer {{secrets.key}}'],
  ['Authorization', 'Bearer short'],
  ['Authorization', 'AWS4-HMAC-SHA256 Credential=x'],
  ['X-Api-Key', '{{params.key}}'],
  ['X-Request-Id', '0123456789abcdef'],
  ['Accept', 'application/vnd.service+json'],
])('%s: %s is not', (header, value) => expect(warnings({ [header]: value })).toEqual([]));
