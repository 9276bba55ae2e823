import { expect, it } from 'vitest';
import { hostNote } from './host-note';

it.each([
  ['https://api.example.org/v1?x={{params.x}}', 'Goes to api.example.org.', false],
  ['https://API.example.org:8443/', 'Goes to api.example.org:8443.', false],
  ['http://localhost:3000/x', 'Goes to localhost:3000.', false],
  ['http://db:8080/', 'Goes to db:8080.', false],
  ['http://api.example.org/', /unencrypted/, true],
  ['https://{{params.host}}/x', /from an expression/, false],
  ['{{params.url}}', /from the expression/, false],
  ['api.example.org', /Begin it with https/, true],
  ['ftp://example.org', /cannot be called/, true],
  ['https://me:pw@example.org/', /user name or password/, true],
  ['https://exa mple/', /no host/, true],
] as const)('%s', (url, text, warn) => {
  const note = hostNote(url);
  expect(note?.warn).toBe(warn);
  expect(note?.text).toMatch(text);
});

it('says nothing of what has hardly begun', () => {
  expect(hostNote('')).toBeUndefined();
  expect(hostNote('https://')).toBeUndefined();
});
