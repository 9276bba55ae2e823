import { describe, expect, it } from 'vitest';
import { readAddress } from './address';
import { coverage, parseRule } from './rules';

describe('parseRule', () => {
  it.each([
    ['db.internal:5432', { host: 'db.internal', port: 5432 }],
    ['DB.Internal.', { host: 'db.internal' }],
    ['*.example.org', { host: '*.example.org' }],
    ['*.bücher.test:443', { host: '*.xn--bcher-kva.test', port: 443 }],
    ['10.0.0.5', { network: '10.0.0.5/32' }],
    ['10.0.0.5:80', { network: '10.0.0.5/32', port: 80 }],
    ['0x7f.1:80', { network: '127.0.0.1/32', port: 80 }],
    ['10.0.0.0/8', { network: '10.0.0.0/8' }],
    ['10.0.0.0/8:9200', { network: '10.0.0.0/8', port: 9200 }],
    ['::1', { network: '::1/128' }],
    ['[::1]:80', { network: '::1/128', port: 80 }],
    ['fd00::/8', { network: 'fd00::/8' }],
    ['[fd00::/8]:80', { network: 'fd00::/8', port: 80 }],
    ['[fd00::]/8:80', { network: 'fd00::/8', port: 80 }],
    ['::ffff:10.0.0.5', { network: '10.0.0.5/32' }],
  ])('reads %s', (entry, rule) => expect(parseRule(entry)).toEqual(rule));

  it.each([
    '',
    'http://x',
    'x:0',
    'x:70000',
    'x:http',
    'x/8',
    '10.0.0.0/33',
    '::/129',
    '*',
    '*.*.test',
    '*.10.0.0.1',
    'a b',
    '[x]:80',
    'user@x',
  ])('refuses %j', (entry) => expect(parseRule(entry)).toBeUndefined());
});

describe('coverage', () => {
  const to = (host: string, literal: string, port: number) => ({ host, port, address: readAddress(literal) });

  it('covers subdomains of a pattern, but not its own domain', () => {
    const rules = [{ host: '*.example.org' }];
    expect(coverage(rules, to('a.b.example.org', '10.0.0.1', 1)).address).toBe(true);
    expect(coverage(rules, to('example.org', '10.0.0.1', 1)).address).toBe(false);
    expect(coverage(rules, to('evilexample.org', '10.0.0.1', 1)).address).toBe(false);
  });

  it('allows only a named port', () => {
    const address = to('es.internal', '10.0.0.1', 9200);
    expect(coverage([{ network: '10.0.0.0/8' }], address)).toEqual({ address: true, port: false });
    expect(coverage([{ network: '10.0.0.0/8', port: 9200 }], address)).toEqual({ address: true, port: true });
    expect(coverage([{ network: '10.0.0.0/8', port: 80 }], address)).toEqual({ address: false, port: false });
  });
});
