import { expect, it } from 'vitest';
import { hostNote, looksSecret } from './suggestions';

it.each([
  ['postgres://app:hunter2@db.example.org/orders', true],
  ['hunter2', true],
  ['https://hooks.example.org/x?token=abc', true],
  ['sqlite:./orders.db', false],
  ['postgres://app@db.example.org/orders', false],
  ['postgres://app:{{secrets.pw}}@db.example.org/orders', false],
  ['{{secrets.db}}', false],
  ['{{params.db}}', false],
  ['', false],
])('whether %s looks like a secret: %s', (text, shown) => {
  expect(looksSecret(text)).toBe(shown);
});

it.each([
  ['https://api.example.org/v1?x={{params.x}}', 'Sent to api.example.org.', false],
  ['https://API.example.org:8443/', 'Sent to api.example.org:8443.', false],
  ['http://localhost:3000/x', 'Sent to localhost:3000.', false],
  ['http://practice.internal/ok', 'Sent to practice.internal.', false],
  ['http://db:8080/', 'Sent to db:8080.', false],
  ['http://api.example.org/', /unencrypted/, true],
  ['https://{{params.host}}/x', /by an expression/, false],
  ['{{params.url}}', /by the expression/, false],
  ['api.example.org', /Start with https/, true],
  ['ftp://example.org', /is not supported/, true],
  ['https://me:pw@example.org/', /user name or password/, true],
  ['https://exa mple/', /not a valid host/, true],
] as const)('%s', (url, text, warn) => {
  const note = hostNote(url);
  expect(note?.warn).toBe(warn);
  expect(note?.text).toMatch(text);
});

it('has no note for an unfinished address', () => {
  expect(hostNote('')).toBeUndefined();
  expect(hostNote('https://')).toBeUndefined();
});
