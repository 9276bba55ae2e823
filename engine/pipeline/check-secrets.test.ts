import { describe, expect, test } from 'vitest';
import { catalogue } from '../actions';
import type { JsonObject } from '../json';
import type { KnownSecret } from './known-secret';
import type { StepDocument } from './schema';
import { validate } from './validate';

const SECRETS: readonly KnownSecret[] = [
  { name: 'anywhere', hosts: [] },
  { name: 'api_token', hosts: ['api.example.org', '*.internal.example.org'] },
];

function problems(step: Partial<StepDocument>, secrets: readonly KnownSecret[] | undefined = SECRETS) {
  const document = { steps: [{ id: 'a', action: 'http_request', ...step }] };
  return validate(document, catalogue.descriptors, { secrets }).filter(({ code }) => code.includes('secret'));
}

const get = (params: JsonObject) => problems({ params: { method: 'GET', ...params } });
const withToken = (url: string) => get({ url, headers: { authorization: 'Bearer {{secrets.api_token}}' } });

describe('a secret that does not exist', () => {
  test('is a warning that says what to do', () => {
    expect(get({ url: 'https://example.org', headers: { a: 'x {{secrets.nobody}}' } })).toEqual([
      {
        code: 'unknown_secret',
        severity: 'warning',
        step: 'a',
        path: 'params.headers.a',
        range: { start: 4, end: 18 },
        message: 'The secret nobody does not exist. Add it in Settings, or correct the name.',
      },
    ]);
  });

  test('has a suggestion when another secret has a similar name', () => {
    const [problem] = get({ url: 'https://example.org/{{secrets.api_tokn}}' });
    expect(problem?.hint).toBe('Did you mean secrets.api_token?');
  });

  test('is found inside loops and conditions too', () => {
    const loop = {
      action: 'loop',
      params: {
        items: [1],
        action: 'http_request',
        action_params: { url: 'https://x.org/{{secrets.nobody}}' },
      },
    };
    expect(problems(loop)).toHaveLength(1);
    expect(problems({ condition: 'secrets.nobody == "x"' }).map(({ code }) => code)).toEqual([
      'unknown_secret',
      'secret_exposed',
    ]);
  });

  test('is no problem when the secrets are unknown', () => {
    const step = { params: { url: 'https://example.org/{{secrets.nobody}}' } };
    expect(
      validate({ steps: [{ id: 'a', action: 'http_request', ...step }] }, catalogue.descriptors),
    ).toEqual([]);
  });
});

describe('a secret in a request to a host that it may not be sent to', () => {
  test('is an error at the address', () => {
    expect(withToken('https://evil.example/{{params.x}}')).toContainEqual({
      code: 'secret_host',
      severity: 'error',
      step: 'a',
      path: 'params.url',
      message:
        'The secret api_token is allowed only for api.example.org, *.internal.example.org, not for evil.example.',
      hint: 'Add the host to the secret in Settings, or remove the secret from this step.',
    });
  });

  test.each([
    'https://api.example.org.evil.example/',
    'https://internal.example.org/',
    'https://evilinternal.example.org/',
    'https://api.example.org@evil.example/',
    'http://127.0.0.1:80/',
    'https://{{params.user}}@evil.example/',
  ])('is found in %s', (url) => expect(withToken(url).map(({ code }) => code)).toEqual(['secret_host']));

  test.each([
    'https://api.example.org/v1?q={{params.q}}',
    'https://API.Example.ORG.:8443/',
    'https://a.b.internal.example.org',
    'https://{{params.host}}/',
    'https://api.{{params.region}}.example.net/',
    '{{params.url}}',
  ])('is no problem in %s', (url) => expect(withToken(url)).toEqual([]));

  test('is found in an alias, in another spelling and inside a loop', () => {
    const params = { url: 'https://evil.example', headers: { a: '{{secrets.api_token}}' } };
    expect(problems({ action: 'api_call', params })).toHaveLength(1);
    const loop = { action: 'loop', params: { items: [1], action: 'http_request', action_params: params } };
    expect(problems(loop)).toMatchObject([{ code: 'secret_host', path: 'params.action_params.url' }]);
  });

  test('is no problem for a secret without hosts', () => {
    expect(get({ url: 'https://evil.example', headers: { a: '{{secrets.anywhere}}' } })).toEqual([]);
  });
});
