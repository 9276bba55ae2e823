import { expect, test } from 'vitest';
import { catalogue } from '../actions';
import { validate } from './validate';

function problemsOf(apiKey: string) {
  const params = { provider: 'openai', model_id: 'gpt-4o-mini', api_key: apiKey };
  const document = {
    params: { key: { type: 'string' as const } },
    steps: [{ id: 'a', action: 'cloud_model_add', params }],
  };
  return validate(document, catalogue.descriptors)
    .filter(({ code }) => code === 'invalid_parameter')
    .map(({ path, message, hint }) => ({ path, text: `${message} ${hint}` }));
}

test.each([
  'sk-1234567890',
  'sk-{{secrets.rest}}',
  '{{secrets.a}}{{secrets.b}}',
  '{{"sk-" + secrets.rest}}',
  '{{"sk-1234567890"}}',
  '{{lower(secrets.a)}}',
])('a key of which only the secret is stored is refused as %j', (key) => {
  const text =
    'api_key is not the value of one secret. Only the name of the secret is stored: store the value as a secret, and write {{secrets.<name>}}.';
  expect(problemsOf(key)).toEqual([{ path: 'params.api_key', text }]);
});

test.each([
  '{{secrets.a}}',
  ' {{secrets.a}} ',
  '{{params.key == "x" ? secrets.a : secrets.b}}',
  '{{params.key}}',
])('a key of which only the secret is stored may be %j', (key) => expect(problemsOf(key)).toEqual([]));
