import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shorten, shortLiteral } from '../../expression/values';
import type { Json } from '../../json';
import { MASK, mask, maskBytes, maskFailure, maskLine } from './mask';

const SECRET = 'p&ss"w<r>d/Zoë+100%\\=';
const bytes = (text: string) => Buffer.from(text, 'utf8');

/** Pieces of four characters of a secret that are visible in a text. */
function left(text: string, secret: string): string[] {
  const parts = Array.from({ length: secret.length - 3 }, (_, at) => secret.slice(at, at + 4));
  return parts.filter((part) => text.includes(part));
}

const hexOf = (byte: number) => byte.toString(16).padStart(2, '0');
const byByte = (text: string, write: (byte: number) => string) => [...bytes(text)].map(write).join('');
const byCharacter = (text: string, write: (code: number, character: string) => string) =>
  [...text].map((character) => write(character.codePointAt(0) ?? 0, character)).join('');

/** Formats of other programs. They are implemented here again, independent of the code under test. */
const WRITERS: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'in JSON': (text) => JSON.stringify(text).slice(1, -1),
  'in JSON twice': (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  'in JSON that escapes slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'in \\u escapes': (text) =>
    [...Array(text.length).keys()]
      .map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  'in \\U escapes': (text) =>
    [...Array(text.length).keys()]
      .map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0').toUpperCase()}`)
      .join(''),
  'as a part of an address': (text) => encodeURIComponent(text),
  'as an address': (text) => encodeURI(text),
  'as a form field': (text) => new URLSearchParams({ x: text }).toString().slice(2),
  'in lower-case percent escapes': (text) =>
    encodeURIComponent(text).replaceAll(/%../g, (hex) => hex.toLowerCase()),
  'in HTML': (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  'in hex': (text) => bytes(text).toString('hex'),
  'in HEX': (text) => bytes(text).toString('hex').toUpperCase(),
  'in HTML, every character by its number': (text) => byCharacter(text, (code) => `&#${code};`),
  'in HTML, by numbers with zeros before them': (text) =>
    byCharacter(text, (code) => `&#${String(code).padStart(7, '0')};`),
  'in HTML, by hex numbers': (text) => byCharacter(text, (code) => `&#x${code.toString(16)};`),
  'in HTML, by HEX numbers': (text) =>
    byCharacter(text, (code) => `&#X${code.toString(16).toUpperCase().padStart(4, '0')};`),
  'in HTML, letters as they are and signs by numbers': (text) =>
    byCharacter(text, (code, character) => (/[a-z]/i.test(character) ? character : `&#${code};`)),
  'in percent escapes of every byte': (text) => byByte(text, (byte) => `%${hexOf(byte)}`),
  'in PERCENT escapes of every byte': (text) => byByte(text, (byte) => `%${hexOf(byte).toUpperCase()}`),
  'in percent escapes twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'in percent escapes of every byte, twice': (text) =>
    encodeURIComponent(byByte(text, (byte) => `%${hexOf(byte)}`)),
  'in \\x escapes of every byte': (text) => byByte(text, (byte) => `\\x${hexOf(byte)}`),
  'in octal escapes of every byte': (text) =>
    byByte(text, (byte) => `\\${byte.toString(8).padStart(3, '0')}`),
  'in \\u{} escapes': (text) => byCharacter(text, (code) => `\\u{${code.toString(16)}}`),
  'in quoted-printable': (text) =>
    byByte(text, (byte) =>
      byte < 33 || byte > 126 || byte === 61 ? `=${hexOf(byte).toUpperCase()}` : String.fromCharCode(byte),
    ),
  'in quoted-printable, with a soft break': (text) => {
    const half = text.indexOf('d');
    return half < 0 ? text : `${text.slice(0, half)}=\r\n${text.slice(half)}`;
  },
  'in capitals': (text) => text.toUpperCase(),
  'in capitals of ASCII': (text) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
  'at the beginning of a sentence': (text) => text.charAt(0).toUpperCase() + text.slice(1),
  'on one line': (text) => text.trim().replace(/\s+/g, ' '),
};

describe('a secret is hidden', () => {
  test.each(Object.entries(WRITERS))('%s', (_, write) => {
    expect(mask({ deep: [`a ${write(SECRET)} z`] }, [SECRET])).toEqual({ deep: [`a ${MASK} z`] });
  });

  test.each(['', 'u', 'us', 'use', 'user:'])('in base64 after "%s", in both alphabets', (before) => {
    for (const after of ['', 'x', 'xy', 'xyz']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const text = bytes(before + SECRET + after).toString(encoding);
        expect(mask(text, [SECRET])).toContain(MASK);
        const decoded = Buffer.from(maskLine(text, [SECRET]).replaceAll(MASK, ''), 'base64').toString(
          'latin1',
        );
        expect(left(decoded, SECRET)).toEqual([]);
      }
    }
  });

  /** The visible rest of a secret in base64 without the masks. */
  const decodedRest = (text: string, times = 1) => {
    let rest = maskLine(text, [SECRET]).split(MASK);
    for (let time = 0; time < times; time += 1) {
      rest = rest.flatMap((part) =>
        // The position of the first character in its group of four is unknown.
        [0, 1, 2, 3].map((skip) => Buffer.from(part.slice(skip), 'base64').toString('latin1')),
      );
    }
    return rest.flatMap((part) => left(part, SECRET));
  };

  test.each([
    [64, '\n'],
    [64, '\r\n'],
    [76, '\n'],
    [76, '\r\n'],
    [76, '\r\n  '],
    [76, '\\r\\n'],
    [76, '\\n'],
  ])('in base64 in lines of %i characters, broken by %j', (length, lineBreak) => {
    for (let before = 0; before < 120; before += 1) {
      const text = bytes(`${'.'.repeat(before)}${SECRET}${'.'.repeat(90)}`).toString('base64');
      const wrapped = text.replaceAll(new RegExp(`.{${length}}`, 'g'), (line) => line + lineBreak);
      expect(mask(wrapped, [SECRET])).toContain(MASK);
      expect(decodedRest(wrapped)).toEqual([]);
    }
  });

  test.each(['base64', 'base64url'] as const)('in base64 of %s', (inner) => {
    for (const before of ['', 'a', 'ab', 'abc']) {
      for (const around of ['', 'x', 'xy', 'xyz']) {
        const once = bytes(before + SECRET + before).toString(inner);
        for (const outer of ['base64', 'base64url'] as const) {
          const twice = bytes(around + once + around).toString(outer);
          expect(mask(twice, [SECRET])).toContain(MASK);
          expect(decodedRest(twice, 2)).toEqual([]);
        }
      }
    }
  });

  test.each([
    ['base64', SECRET],
    // Its bytes are encoded with characters in which the two alphabets differ.
    ['base64url', 'why?not~this>one'],
  ] as const)('in %s of UTF-16, as PowerShell encodes its commands', (encoding, secret) => {
    for (const before of ['', 'e', 'ec', 'ech', 'echo']) {
      const text = Buffer.from(`${before}${secret}"`, 'utf16le').toString(encoding);
      const shown = String(mask(text, [secret]));
      expect(shown).toContain(MASK);
      const rest = shown
        .split(MASK)
        .flatMap((part) =>
          [0, 1, 2, 3].map((skip) =>
            Buffer.from(part.slice(skip), 'base64').toString('latin1').replaceAll('\0', ''),
          ),
        );
      expect(rest.flatMap((part) => left(part, secret))).toEqual([]);
    }
  });

  test('across two windows in which escapes are read', () => {
    const written = byByte(SECRET, (byte) => `%${hexOf(byte)}`);
    for (const length of [16_384, 20_480, 32_768]) {
      for (let before = length - written.length - 2; before <= length + 2; before += 1) {
        const text = `${'.'.repeat(before)}${written}${'.'.repeat(50)}`;
        expect(mask(text, [SECRET])).toBe(`${'.'.repeat(before)}${MASK}${'.'.repeat(50)}`);
      }
    }
  });

  test('in a Basic header with any user', () => {
    for (const user of ['a', 'ab', 'abc', 'abcd']) {
      const header = `Basic ${bytes(`${user}:${SECRET}`).toString('base64')}`;
      expect(maskLine(header, [SECRET])).toMatch(/^Basic [\w+/]{2,8}••••••.?=*$/);
    }
  });

  test('without the space or quotes around it', () => {
    expect(mask('got hunter22 again', ['  "hunter22"\n'])).toBe(`got ${MASK} again`);
  });

  test('line by line, when a line is long enough', () => {
    const key = 'first line of it\nsecond line of it\nshort';
    expect(mask('says second line of it.', [key])).toBe(`says ${MASK}.`);
    expect(mask('says short.', [key])).toBe('says short.');
    expect(mask(`all: ${key.replaceAll('\n', '\r\n')}.`, [key])).toBe(`all: ${MASK}.`);
  });

  test('together with another one that overlaps or touches it', () => {
    expect(mask('x12345678abcdefghx', ['12345678abcd', 'abcdefgh'])).toBe(`x${MASK}x`);
    expect(mask('12345678abcdefgh', ['12345678', 'abcdefgh'])).toBe(MASK);
  });

  test('when only a part of a very long one appears', () => {
    const long = Array.from({ length: 9000 }, (_, at) => String.fromCharCode(33 + ((at * 7919) % 90))).join(
      '',
    );
    const shown = String(mask(`${long.slice(500, 8000)}`, [long]));
    expect(shown.length).toBeLessThan(2100);
    expect(String(mask(encodeURIComponent(long), [long]))).toBe(MASK);
    expect(String(mask(bytes(`u:${long}`).toString('base64'), [long])).length).toBeLessThan(20);
  });

  test.each(['as an address', 'as a part of an address', 'as a form field', 'in lower-case percent escapes'])(
    'behind a text that ends within an escape: %s',
    (writer) => {
      const secret = "A\u0325 secret/path!'~";
      expect(mask(`%0${WRITERS[writer]?.(secret)}`, [secret])).toBe(`%0${MASK}`);
    },
  );

  test('when it has half a pair of surrogates', () => {
    expect(mask('a \ud83d-secret z', ['\ud83d-secret'])).toBe(`a ${MASK} z`);
  });

  test('in all texts of a failure', () => {
    const failure = { kind: 'rejected', message: `No: ${encodeURIComponent(SECRET)}`, code: SECRET } as const;
    const { message, code } = maskFailure(failure, [SECRET]);
    expect([message, code]).toEqual([`No: ${MASK}`, MASK]);
  });
});

test('random secrets in random texts are hidden completely, in every format', () => {
  const seed = Date.now();
  const secretText = fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }).filter((text) => {
    return text.trim().length >= 8 && !/[•…]/.test(text);
  });
  const place = fc.record({
    before: fc.string({ maxLength: 20 }),
    after: fc.string({ maxLength: 20 }),
    writer: fc.constantFrom(...Object.keys(WRITERS)),
    other: fc.string({ minLength: 8, maxLength: 12 }),
  });
  const property = fc.property(secretText, place, (secret, { before, after, writer, other }) => {
    const written = WRITERS[writer]?.(secret) ?? secret;
    const masked = String(mask(before + written + after, [secret, other]));
    expect(masked).not.toContain(written);
    expect(masked).toContain(MASK);
  });
  fc.assert(property, { numRuns: 2000, seed });
});

test('escapes and wrapped lines without a secret are unchanged', () => {
  const text = `a%20b&#65;c\\x41=3D\n${'QUJD'.repeat(19)}\r\n${'QUJD'.repeat(19)}\n${'%41'.repeat(9000)}`;
  expect(mask(text, [SECRET])).toBe(text);
});

test('texts without a secret are unchanged', () => {
  const value: Json = { a: ['plain…', 1, true, null], 'p&ss': 'p&s…' };
  expect(mask(value, [SECRET])).toEqual(value);
});

describe('a text that was cut before it was masked', () => {
  const secret = 'Zq7-canary-Xw93&"kd';

  test.each([40, 60, 80, 200])('shows no four characters of a secret at %i characters', (length) => {
    for (let before = 0; before <= length; before += 1) {
      const text = `${'.'.repeat(before)}${secret}${'.'.repeat(length)}`;
      expect(left(maskLine(shorten(text, length), [secret]), secret)).toEqual([]);
      expect(left(maskLine(shortLiteral(text, length), [secret]), secret)).toEqual([]);
      expect(left(maskLine(shortLiteral({ text }, length), [secret]), secret)).toEqual([]);
    }
  });

  test('shows nothing of a secret when it is masked before it is cut', () => {
    for (let before = 0; before <= 80; before += 1) {
      const text = `${'.'.repeat(before)}${secret}${'.'.repeat(80)}`;
      expect(left(shorten(maskLine(text, [secret]), 80), secret)).toEqual([]);
    }
  });
});

describe('text that looks like a credential', () => {
  test.each([
    'AKIAIOSFODNN7EXAMPLE',
    `ghp_${'a1'.repeat(18)}`,
    'xoxb-123456789012-abcdefghij',
    ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_'),
    '-----BEGIN RSA PRIVATE KEY-----\nMIIB\nxyz\n-----END RSA PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\\nMIIB… (cut)',
  ])('is hidden in lines for people: %s', (text) => {
    expect(maskLine(`a ${text}`, [])).toBe(`a ${MASK}`);
    expect(maskFailure({ kind: 'rejected', message: `a ${text}` }, []).message).toBe(`a ${MASK}`);
  });

  test('stays in data', () => {
    expect(mask({ key: 'AKIAIOSFODNN7EXAMPLE' }, [])).toEqual({ key: 'AKIAIOSFODNN7EXAMPLE' });
  });

  test.each([
    'AKIA',
    'a certificate: -----BEGIN CERTIFICATE-----',
    'task-list_of_things_to_do_today',
    'ghp_short',
  ])('is not found in %s', (text) => expect(maskLine(text, [])).toBe(text));
});

describe('the content of a file', () => {
  const around = (middle: Uint8Array) =>
    Buffer.concat([Buffer.from([0, 255, 128]), middle, Buffer.from([200, 1])]);

  test.each([
    ['UTF-8', bytes(SECRET)],
    ['Latin-1', Buffer.from(SECRET, 'latin1')],
    ['JSON', bytes(JSON.stringify(SECRET).slice(1, -1))],
  ])('has no secret in %s, and its other bytes', (_, written) => {
    expect(maskBytes(around(written), [SECRET])).toEqual(new Uint8Array(around(bytes(MASK))));
  });

  test('is unchanged without a secret', () => {
    const content = around(bytes('p&s…'));
    expect(maskBytes(content, [SECRET])).toBe(content);
    expect(maskBytes(content, [])).toBe(content);
  });
});
