import { describe, expect, test } from 'vitest';
import { catalogue } from '../actions';
import type { Json, JsonObject } from '../json';
import type { StepDocument } from './schema';
import { validate } from './validate';

/** Paths at which a document shows a secret. */
function exposed(step: Partial<StepDocument>): string[] {
  const document = { steps: [{ id: 'a', action: 'http_request', ...step }] };
  return validate(document, catalogue.descriptors)
    .filter(({ code }) => code === 'secret_exposed')
    .map(({ path }) => path);
}

const inUrl = (url: string) => exposed({ params: { url } });
const inConnection = (connection: string) =>
  exposed({ action: 'database', params: { connection, operation: 'query', query: 'select 1' } });

describe('a secret as a part of a web address', () => {
  test.each([
    'http://{{secrets.tok}}/',
    'https://{{secrets.a}}.example.org',
    'https://api.{{secrets.a}}.org/x',
    'https://example.org:{{secrets.port}}/',
    'https://{{secrets.user}}:x@example.org/',
    'https://user:{{secrets.password}}@example.org/',
    '{{secrets.scheme}}://example.org',
    'http{{secrets.rest}}',
    'http:{{secrets.host}}/x',
    'http:\\\\{{secrets.host}}\\x',
    'https://example.org{{secrets.path}}',
    '{{secrets.base}}/v1',
    'https://{{lower(secrets.tok)}}/',
    'https://{{default(secrets.tok, "x")}}/',
    '{{"https://" + secrets.tok}}',
    '{{"https://" + secrets.tok + ".example.org/x"}}',
    '{{lower(secrets.url)}}',
    '{{params.on == 1 ? "https://" + secrets.tok : secrets.url}}',
    'https://{{params.host}}{{secrets.tok}}/',
    'ht\ntps:/\t/{{secrets.tok}}/x',
    'http:/\t/{{secrets.tok}}/x',
    'http:///{{secrets.host}}/x',
    'https:/\\{{secrets.host}}/x',
  ])('is refused in %j', (url) => expect(inUrl(url)).toEqual(['params.url']));

  test.each([
    '{{secrets.url}}',
    ' {{secrets.url}} ',
    '{{ default(secrets.url, "https://example.org") }}',
    '{{params.on == 1 ? secrets.url : secrets.other}}',
    '{{trim(secrets.url)}}',
    'https://example.org/{{secrets.tok}}',
    'https://example.org?key={{secrets.tok}}',
    'https://example.org#{{secrets.tok}}',
    'https://{{params.host}}/{{secrets.tok}}',
    '{{"https://example.org/?key=" + secrets.tok}}',
    '{{params.base}}{{secrets.tok}}',
    'https://[::1]:80/{{secrets.tok}}/@',
  ])('is no problem in %j', (url) => expect(inUrl(url)).toEqual([]));

  test('is reported with the part of the address and a hint', () => {
    const step = { id: 'a', action: 'http_request', params: { url: 'https://x.org:{{secrets.port}}/' } };
    expect(validate({ steps: [step] }, catalogue.descriptors)).toEqual([
      {
        code: 'secret_exposed',
        severity: 'error',
        step: 'a',
        path: 'params.url',
        message:
          'A secret here becomes part of the port of the address, which is visible in DNS, servers and errors.',
        hint: 'Store the whole address as a secret, or move the secret to a header, the path or the query.',
      },
    ]);
  });

  test('is refused for a notification, in another spelling and inside a loop', () => {
    const webhook_url = 'https://{{secrets.a}}.example.org';
    const notice = { message: 'x', channel: 'webhook', webhook_url };
    expect(exposed({ action: 'notification', params: notice })).toEqual(['params.webhook_url']);
    expect(exposed({ action: 'api_call', params: { url: webhook_url } })).toEqual(['params.url']);
    const loop = { items: [1], action: 'http_request', action_params: { url: webhook_url } };
    expect(exposed({ action: 'loop', params: loop })).toEqual(['params.action_params.url']);
    const check = { action: 'http_request', params: { url: webhook_url } };
    expect(exposed({ action: 'wait_until', params: { condition: 'check.output == 1', check } })).toEqual([
      'params.check.params.url',
    ]);
  });
});

describe('a secret as a part of a connection string', () => {
  test.each([
    'postgres://{{secrets.user}}:x@db.example.org/shop',
    'postgres://u:x@{{secrets.host}}/shop',
    'postgres://u:x@db.example.org:{{secrets.port}}/shop',
    '{{secrets.scheme}}://u:x@db.example.org/shop',
    'postgres://u:{{secrets.all_the_rest}}',
    'postgres://u:x@db.example.org{{secrets.rest}}',
  ])('is refused in %j', (connection) => expect(inConnection(connection)).toEqual(['params.connection']));

  test.each([
    '{{secrets.db}}',
    'postgres://u:{{secrets.password}}@db.example.org:5432/shop',
    'postgres://u:a{{secrets.password}}b@db.example.org/shop',
    'mysql://{{params.user}}:{{secrets.password}}@{{params.host}}/shop',
    'postgres://u:x@db.example.org/{{secrets.database}}',
    'sqlite:{{secrets.file}}',
  ])('is no problem in %j', (connection) => expect(inConnection(connection)).toEqual([]));

  test('is refused for a mail server too', () => {
    const mail = { to: 'a@example.org', subject: 'x', body: 'x' };
    expect(exposed({ action: 'email', params: { ...mail, smtp: 'smtp://u:x@{{secrets.host}}' } })).toEqual([
      'params.smtp',
    ]);
    expect(exposed({ action: 'email', params: { ...mail, smtp: '{{secrets.mail}}' } })).toEqual([]);
  });
});

describe('a secret in an action that only decides', () => {
  const places: [string, JsonObject, string][] = [
    ['set_output', { key: '{{secrets.tok}}', value: 1 }, 'params.key'],
    ['set_output', { key: 'k-{{secrets.tok}}', value: 1 }, 'params.key'],
    ['set_output', { key: 'k', value: { deep: ['{{lower(secrets.tok)}}'] } }, 'params.value.deep.0'],
    ['loop', { items: [1], action: '{{secrets.tok}}' }, 'params.action'],
    ['loop', { items: [1], action: 'lo{{secrets.tok}}' }, 'params.action'],
    ['loop', { items: ['{{secrets.tok}}'], action: 'log' }, 'params.items.0'],
    ['loop', { items: '{{secrets.tok}}', action: 'log' }, 'params.items'],
    ['log', { message: 'x', level: '{{secrets.tok}}' }, 'params.level'],
    ['wait', { duration: '{{secrets.tok}}' }, 'params.duration'],
    ['transform', { operation: 'map', input: [1], field: '{{secrets.tok}}' }, 'params.field'],
    [
      'wait_until',
      { condition: '1 == 1', check: { action: '{{secrets.tok}}', params: {} } },
      'params.check.action',
    ],
  ];

  test.each(places)('%s is refused: %j', (action, params, path) => {
    expect(exposed({ action, params })).toEqual([path]);
  });

  test('is refused inside a loop as well', () => {
    const set = { key: '{{secrets.tok}}', value: 1 } satisfies Record<string, Json>;
    expect(
      exposed({ action: 'loop', params: { items: [1], action: 'set_output', action_params: set } }),
    ).toEqual(['params.action_params.key']);
  });
});
