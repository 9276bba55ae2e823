import { describe, expect, test } from 'vitest';
import { hiddenTexts, MASK, maskLine } from './mask';

const about = (value: string, name = 'db') => hiddenTexts([{ name, value, hosts: [] }]);
const DATABASE = 'postgres://kanary_user:p4ss-w0rd-x@Kanary7.example.org:6543/kanary_shop';

describe('a line that contains parts of a secret address', () => {
  const hidden = about(DATABASE);

  test.each([
    [
      'Cannot reach kanary7.example.org:6543: no such host.',
      'Cannot reach the host of the secret db: no such host.',
    ],
    ['kanary7.example.org returned 410.', 'The host of the secret db returned 410.'],
    ['It failed. Kanary7.example.org. is away.', 'It failed. The host of the secret db. is away.'],
    ['Database "kanary_shop" does not exist.', `Database "${MASK}" does not exist.`],
    [
      'password authentication failed for user “kanary_user”',
      `password authentication failed for user “${MASK}”`,
    ],
    ['No route from 10.0.0.1 to port 6543', `No route from 10.0.0.1 to port ${MASK}`],
    ['It begins: kanary_s…', `It begins: ${MASK}…`],
  ])('shows no part of it: %s', (line, shown) => expect(maskLine(line, hidden)).toBe(shown));

  test('hides its host in any spelling', () => {
    expect(maskLine('xn--exmple-cua.org and exämple.org', about('http://EXÄMPLE.org/x'))).toBe(
      'The host of the secret db and the host of the secret db',
    );
    expect(maskLine('127.0.0.1:80 is away', about('http://0x7f.1:80/hook'))).toBe(
      'The host of the secret db is away',
    );
  });

  test('keeps the words of every address', () => {
    expect(maskLine('It starts with neither http:// nor https://.', about('https://a.example.org/x'))).toBe(
      'It starts with neither http:// nor https://.',
    );
  });
});

describe('a line that contains parts of another secret', () => {
  test.each([
    ['wJalrXUtnFEMI/K7MDENG/bPxRfiCY', 'Cannot reach wjalrxutnfemi:80: no such host.', /wjal|tnfem/],
    ['pk_4242-kv7x.mnb9', 'near "mnb9" at 4242', /mnb9|4242/],
    ['plain-words-only', 'got PLAIN-words-only twice', /words/i],
    ['short bit of sentence kv7x42', 'kv7x42 is a short sentence', /kv7x/],
  ])('shows no word of %s', (secret, line, parts) => {
    expect(maskLine(line, about(secret))).not.toMatch(parts);
  });

  test('keeps the plain words of a sentence, a key file or JSON', () => {
    const account = '{"type": "service_account", "token": "kv7x42mnbq", "client": "a"}';
    expect(maskLine('The client sent no token of type kv7x42mnbq.', about(account))).toBe(
      `The client sent no token of type ${MASK}.`,
    );
  });

  test('keeps the plain words of a secret made of words and hyphens', () => {
    const line = 'The secret may be sent there only.';
    expect(maskLine(line, about('sent-only-a-secret'))).toBe(line);
  });

  test('keeps the host of an address that is written in the document', () => {
    const written = { name: 'params.connection', value: DATABASE, hosts: [], isWritten: true };
    const line = 'Cannot reach kanary7.example.org:6543: no such host.';
    expect(maskLine(line, hiddenTexts([written]))).toBe(line);
  });
});
