import { describe, expect, it } from 'vitest';
import { Forbidden } from '../services/errors';
import { checkCaller } from './caller';

const allowedHosts = ['pipes.example.org'];

function check(headers: Record<string, string>, changes: boolean) {
  return () => checkCaller(new Headers(headers), { changes, allowedHosts });
}

describe('checkCaller', () => {
  it.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    'pipes.example.org',
    'pipes.example.org:8443',
  ])('accepts reads for the host %s', (host) => {
    expect(check({ host }, false)).not.toThrow();
  });

  it.each([
    '',
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'evil-localhost',
    '127.0.0.2',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    'evil.example/localhost',
    'evil.example#localhost',
    'pipes.example.org.evil.example',
    'x.pipes.example.org',
    '192.168.1.7:3000',
    '0.0.0.0:3000',
    '[::2]:3000',
    'localhost:99999',
    'local host',
  ])('refuses the host %j', (host) => {
    expect(check(host === '' ? {} : { host }, false)).toThrow(Forbidden);
  });

  it.each([
    [{ host: 'localhost:3000', origin: 'http://localhost:3000' }],
    [{ host: 'localhost:3000', origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
    [{ host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }],
    [{ host: 'localhost:3000', 'sec-fetch-site': 'none' }],
    [{ host: '[::1]:3000', origin: 'http://[::1]:3000' }],
    [{ host: 'pipes.example.org', origin: 'https://pipes.example.org' }],
    [{ host: 'pipes.example.org:443', origin: 'https://pipes.example.org' }],
    [{ host: 'localhost:3000', 'content-type': 'application/json' }],
    [{ host: 'localhost:3000', 'content-type': 'Application/JSON; charset=utf-8' }],
    [{ host: 'pipes.example.org', 'content-type': 'application/json' }],
  ])('accepts changes from %j', (headers) => {
    expect(check(headers, true)).not.toThrow();
  });

  it.each([
    [{ host: 'localhost:3000' }],
    [{ host: 'localhost:3000', origin: 'null' }],
    [{ host: 'localhost:3000', origin: '' }],
    [{ host: 'localhost:3000', origin: 'http://localhost:3001' }],
    [{ host: 'localhost:3000', origin: 'http://localhost' }],
    [{ host: 'localhost:3000', origin: 'http://127.0.0.1:3000' }],
    [{ host: 'localhost:3000', origin: 'http://evil.example' }],
    [{ host: 'localhost:3000', origin: 'http://localhost:3000.evil.example' }],
    [{ host: 'localhost:3000', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }],
    [{ host: 'localhost:3000', origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' }],
    [{ host: 'localhost:3000', 'sec-fetch-site': 'same-site' }],
    [{ host: 'localhost:3000', 'sec-fetch-site': 'cross-site' }],
    [{ host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }],
    [{ host: 'localhost:3000', origin: 'chrome-extension://localhost:3000' }],
    [{ host: 'localhost:3000', origin: 'file://' }],
    [{ host: 'localhost:3000', origin: 'http://evil.example', 'content-type': 'application/json' }],
    [{ host: 'localhost:3000', origin: 'null', 'content-type': 'application/json' }],
    [{ host: 'localhost:3000', 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }],
    [{ host: 'evil.example', 'content-type': 'application/json' }],
    [{ host: 'localhost:3000', 'content-type': 'text/plain' }],
    [{ host: 'localhost:3000', 'content-type': 'text/plain; application/json' }],
    [{ host: 'localhost:3000', 'content-type': 'text/plain;application/json, application/json' }],
    [{ host: 'localhost:3000', 'content-type': 'application/json, text/plain' }],
    [{ host: 'localhost:3000', 'content-type': 'application/x-www-form-urlencoded' }],
    [{ host: 'localhost:3000', 'content-type': 'multipart/form-data; boundary=application/json' }],
  ])('refuses changes from %j', (headers) => {
    expect(check(headers, true)).toThrow(Forbidden);
  });

  it.each([
    ['localhost:3000', 'http://localhost:3000', true],
    ['localhost:3000', 'https://localhost:3000', false],
    ['127.0.0.1:3000', 'https://127.0.0.1:3000', false],
    ['[::1]:443', 'https://[::1]', false],
    // Reached directly: the server itself has no TLS.
    ['pipes.example.org:3000', 'http://pipes.example.org:3000', true],
    ['pipes.example.org:3000', 'https://pipes.example.org:3000', false],
    // Reached through a proxy that has.
    ['pipes.example.org', 'https://pipes.example.org', true],
    ['pipes.example.org:8443', 'https://pipes.example.org:8443', true],
  ])('at %s, listening on port 3000, accepts changes from %s: %s', (host, origin, isTaken) => {
    const headers = new Headers({ host, origin });
    const call = () => checkCaller(headers, { changes: true, allowedHosts, port: 3000 });
    if (isTaken) expect(call).not.toThrow();
    else expect(call).toThrow(Forbidden);
  });
});
