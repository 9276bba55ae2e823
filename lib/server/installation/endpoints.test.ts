import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { canonicalAddress } from '../adapters/egress/address';
import { readConfig } from '../config';
import { egressSettingOf, endpointsOf } from './endpoints';

const config = (env: Record<string, string | undefined>) => readConfig(env, '/');

describe('the egress policy of a web process', () => {
  it.each([
    {},
    { HOST: 'localhost' },
    { HOST: '127.8.0.1' },
    { HOST: '::1' },
    { PIPEWRIGHT_HOSTS: 'localhost' },
  ])('is open while only this machine can reach it: %j', (env) =>
    expect(egressSettingOf(config(env)).mode).toBe('open'),
  );

  it.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '10.0.0.5' },
    { PIPEWRIGHT_HOSTS: 'pipes.example.org' },
  ])('is public when other machines can reach it: %j', (env) =>
    expect(egressSettingOf(config(env)).mode).toBe('public'),
  );

  it('follows EGRESS_MODE and EGRESS_ALLOW', () => {
    expect(egressSettingOf(config({ EGRESS_MODE: 'allowlist' })).mode).toBe('allowlist');
    expect(
      egressSettingOf(config({ EGRESS_MODE: 'open', HOST: '0.0.0.0', EGRESS_ALLOW: 'a.test:1' })),
    ).toEqual({
      mode: 'open',
      allow: [{ host: 'a.test', port: 1 }],
    });
  });
});

describe('the addresses of a process', () => {
  it('are its address and its names, on its port', () => {
    const env = { HOST: '192.0.2.7', PORT: '8080', PIPEWRIGHT_HOSTS: 'Pipes.example.org,[::1]' };
    expect(endpointsOf(config(env), 'web')).toEqual(
      ['localhost', 'pipes.example.org', '::1', '192.0.2.7'].map((host) => ({ host, port: 8080 })),
    );
  });

  it('are this machine for a loopback address, and every address for a wildcard', () => {
    expect(endpointsOf(config({ PORT: '8080' }), 'web')).toEqual([
      { host: 'localhost', port: 8080 },
      { host: '127.0.0.1', port: 8080 },
    ]);
    const outward = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal }) => !internal)
      .map(({ address }) => canonicalAddress(address));
    for (const HOST of ['0.0.0.0', '::']) {
      const hosts = endpointsOf(config({ HOST }), 'web').map(({ host }) => host);
      expect(new Set(hosts)).toEqual(new Set(['localhost', ...outward]));
    }
  });

  it('are none for a worker, unless Restate calls it', () => {
    expect(endpointsOf(config({}), 'worker')).toEqual([]);
    const env = { RESTATE_URL: 'http://127.0.0.1:8080', RESTATE_SERVICE_PORT: '9081' };
    expect(endpointsOf(config(env), 'worker')).toEqual([{ host: 'localhost', port: 9081 }]);
    expect(endpointsOf(config({ ...env, PIPEWRIGHT_WORKER: 'off' }), 'worker')).toEqual([]);
  });
});
