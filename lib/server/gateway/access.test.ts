import { describe, expect, test } from 'vitest';
import { type CallerHead, checkAccess } from './access';
import { hashOfKey, newKey } from './key';

const KEY = newKey();
const OPEN = { name: 'chat', keys: [] };
const CLOSED = { name: 'chat', keys: [{ id: 'key_1', hash: hashOfKey(KEY) }] };

interface Given {
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
}

const caller = ({ headers = {}, address = '127.0.0.1' }: Given = {}): CallerHead => ({
  headers: { host: 'localhost:3000', ...headers },
  socket: { localAddress: address, remoteAddress: address },
});
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const PAGE = { 'sec-fetch-site': 'same-origin' };

describe('a caller with a key of the deployment', () => {
  test.each([
    ['of this machine', {}],
    ['of another machine', { address: '10.0.0.7', headers: { host: 'pipes.example.org' } }],
  ])('%s is admitted', (_, given: Given) => {
    const request = caller({ ...given, headers: { ...given.headers, ...bearer(KEY) } });
    for (const isKeyRequired of [true, false])
      expect(checkAccess(request, CLOSED, isKeyRequired)).toBe('key_1');
  });
});

describe('a caller without a key', () => {
  test('of this machine is admitted while the deployment has no key, with whatever its client sends instead', () => {
    expect(checkAccess(caller(), OPEN, false)).toBeUndefined();
    expect(
      checkAccess(caller({ address: '::1', headers: { host: '[::1]:3000' } }), OPEN, false),
    ).toBeUndefined();
    expect(checkAccess(caller({ address: '::ffff:127.0.0.1' }), OPEN, false)).toBeUndefined();
    expect(checkAccess(caller({ headers: bearer('none') }), OPEN, false)).toBeUndefined();
  });

  test('of a page of this server is admitted', () => {
    expect(checkAccess(caller({ headers: PAGE }), CLOSED, false)).toBeUndefined();
    expect(
      checkAccess(caller({ headers: { origin: 'http://localhost:3000' } }), CLOSED, false),
    ).toBeUndefined();
  });

  test.each([
    ['while the deployment has keys', caller(), CLOSED, false],
    ['where keys are required', caller(), OPEN, true],
    ['of a page, where keys are required', caller({ headers: PAGE }), OPEN, true],
    ['of another machine', caller({ address: '10.0.0.7' }), OPEN, false],
    ['of a proxy on this machine', caller({ headers: { host: 'pipes.example.org' } }), OPEN, false],
    ['of a page with a wrong key', caller({ headers: { ...PAGE, ...bearer(newKey()) } }), CLOSED, false],
    ['with another scheme', caller({ headers: { authorization: `Basic ${KEY}` } }), CLOSED, false],
    ['with the hash of a key', caller({ headers: bearer(hashOfKey(KEY)) }), CLOSED, false],
  ])('%s is refused', (_, request, deployment, isKeyRequired) => {
    expect(() => checkAccess(request, deployment, isKeyRequired)).toThrow(
      expect.objectContaining({ status: 401, code: 'invalid_api_key' }),
    );
  });
});

test('1,000 keys differ', () => {
  expect(new Set(Array.from({ length: 1000 }, newKey)).size).toBe(1000);
});
