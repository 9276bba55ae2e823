import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Sealed } from '../store/secrets';
import { open, rewrap, SealBroken, type SealContext, seal } from './cipher';
import { formatMasterKey, type MasterKey, newMasterKey, parseMasterKeys } from './master-key';

const VALUE = 'hunter2-hunter2 äöü 🔑';
const CONTEXT: SealContext = { id: 'sec_1', name: 'api_key', version: 3, hosts: ['api.example.org'] };
const KEY = newMasterKey();

function isRejected(sealed: Sealed, context: SealContext = CONTEXT, key: MasterKey = KEY): boolean {
  try {
    open(sealed, context, key);
    return false;
  } catch (error) {
    return error instanceof SealBroken;
  }
}

describe('a sealed value', () => {
  test.each(['', 'x', VALUE, 'a'.repeat(64_000)])('decrypts to the original value', (value) => {
    expect(open(seal(value, CONTEXT, KEY), CONTEXT, KEY)).toBe(value);
  });

  test('is different every time', () => {
    const [a, b] = [seal(VALUE, CONTEXT, KEY), seal(VALUE, CONTEXT, KEY)];
    expect(Buffer.from(a.ciphertext).equals(Buffer.from(b.ciphertext))).toBe(false);
    expect(Buffer.from(a.wrappedKey).equals(Buffer.from(b.wrappedKey))).toBe(false);
  });

  test.each(['iv', 'tag', 'ciphertext', 'wrappedKey'] as const)(
    'does not decrypt when any bit of its %s differs',
    (part) => {
      const sealed = seal(VALUE, CONTEXT, KEY);
      for (let at = 0; at < sealed[part].length * 8; at += 1) {
        const changed = Buffer.from(sealed[part]);
        changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7));
        expect(isRejected({ ...sealed, [part]: changed })).toBe(true);
      }
    },
  );

  test.each(['iv', 'tag', 'ciphertext', 'wrappedKey'] as const)(
    'does not decrypt with a shorter or longer %s',
    (part) => {
      const sealed = seal(VALUE, CONTEXT, KEY);
      for (let length = 0; length < sealed[part].length; length += 1) {
        expect(isRejected({ ...sealed, [part]: sealed[part].subarray(0, length) })).toBe(true);
      }
      expect(isRejected({ ...sealed, [part]: Buffer.concat([sealed[part], randomBytes(1)]) })).toBe(true);
    },
  );

  test('does not decrypt with a shorter tag of its data key', () => {
    const sealed = seal(VALUE, CONTEXT, KEY);
    for (let cut = 1; cut <= 12; cut += 1) {
      const wrappedKey = Buffer.concat([
        sealed.wrappedKey.subarray(0, 28 - cut),
        sealed.wrappedKey.subarray(28),
      ]);
      expect(isRejected({ ...sealed, wrappedKey })).toBe(true);
    }
  });

  test('does not decrypt in another context', () => {
    const sealed = seal(VALUE, CONTEXT, KEY);
    const places: Partial<SealContext>[] = [
      { id: 'sec_2' },
      { name: 'api_kez' },
      { version: 4 },
      { version: 2 },
      { hosts: [] },
      { hosts: ['api.example.org', 'evil.example'] },
      { hosts: ['*'] },
    ];
    for (const place of places) expect(isRejected(sealed, { ...CONTEXT, ...place })).toBe(true);
  });

  test('does not decrypt with parts of another one', () => {
    const other = seal('another value', { ...CONTEXT, id: 'sec_2', name: 'other' }, KEY);
    const later = seal('a later value', CONTEXT, KEY);
    const sealed = seal(VALUE, CONTEXT, KEY);
    expect(isRejected(other)).toBe(true);
    for (const part of ['iv', 'tag', 'ciphertext', 'wrappedKey'] as const) {
      expect(isRejected({ ...sealed, [part]: other[part] })).toBe(true);
      expect(isRejected({ ...sealed, [part]: later[part] })).toBe(true);
    }
  });

  test('does not decrypt with another key, even one of the same name', () => {
    const sealed = seal(VALUE, CONTEXT, KEY);
    expect(isRejected(sealed, CONTEXT, newMasterKey())).toBe(true);
    expect(isRejected(sealed, CONTEXT, { id: KEY.id, bytes: randomBytes(32) })).toBe(true);
    expect(isRejected({ ...sealed, keyId: 'other' }, CONTEXT, { ...KEY, id: 'other' })).toBe(true);
  });

  test('decrypts with the new key after the master key was changed, and not with the old one', () => {
    const next = newMasterKey();
    const sealed = seal(VALUE, CONTEXT, KEY);
    const moved = rewrap(sealed, CONTEXT, KEY, next);
    expect(open(moved, CONTEXT, next)).toBe(VALUE);
    expect(moved.ciphertext).toEqual(sealed.ciphertext);
    expect(isRejected(moved)).toBe(true);
    expect(() => rewrap(sealed, CONTEXT, next, KEY)).toThrow(SealBroken);
  });
});

describe('master keys', () => {
  const bytes = randomBytes(32);

  test('are read from base64, base64url and hex, with and without a name', () => {
    for (const text of [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')]) {
      const [plain] = parseMasterKeys(text);
      const [named] = parseMasterKeys(` main : ${text} `);
      expect(plain?.bytes.equals(bytes)).toBe(true);
      expect(plain?.id).toMatch(/^k-[0-9a-f]{12}$/);
      expect(named).toMatchObject({ id: 'main' });
    }
  });

  test('are read in order from a list', () => {
    const other = newMasterKey();
    const keys = parseMasterKeys(`new:${bytes.toString('hex')},${formatMasterKey(other)}`);
    expect(keys.map(({ id }) => id)).toEqual(['new', other.id]);
    expect(parseMasterKeys(`# made, at first start\n${formatMasterKey(other)}\n`)).toEqual([other]);
  });

  test.each([
    ['short', randomBytes(31).toString('base64')],
    ['long', randomBytes(33).toString('hex')],
    ['no key', 'hunter2'],
    ['a name and nothing', 'main:'],
    ['a strange name', `ma in:${'a'.repeat(64)}`],
  ])('are refused without being shown when one is %s', (_, text) => {
    const read = () => parseMasterKeys(`${'a'.repeat(64)},${text}`);
    expect(read).toThrow(/key 2/);
    expect(read).not.toThrow(text);
  });

  test('may not share a name', () => {
    expect(() => parseMasterKeys(`a:${'a'.repeat(64)},a:${'b'.repeat(64)}`)).toThrow('two keys called a');
  });
});
