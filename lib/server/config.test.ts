import { describe, expect, it } from 'vitest';
import { readConfig } from './config';

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({}, '/srv/app')).toEqual({
      root: '/srv/app',
      databaseUrl: undefined,
      dataDir: '/srv/app/.data',
      port: 3000,
      host: '127.0.0.1',
      hosts: ['127.0.0.1'],
      allowUnauthenticated: false,
      streamsPerClient: 1000,
      egressMode: undefined,
      egressAllow: [],
      runsWorker: true,
      leaseMs: 10_000,
      slots: 64,
      queueLimit: 10_000,
      queueSharePercent: 50,
      maxSteps: 2000,
      runsKeep: { days: 90, count: 10_000 },
      restate: undefined,
      blobs: { kind: 'disk' },
      filesKeepDays: 30,
      masterKeys: [],
      settings: {},
      secrets: {},
    });
  });

  it('reads every variable', () => {
    const env = {
      DATABASE_URL: 'postgres://me:secret@db/pipes',
      PIPEWRIGHT_DATA_DIR: '/var/data',
      PORT: '8080',
      HOST: '0.0.0.0',
      PIPEWRIGHT_HOSTS: 'Pipes.example.org, [fd00::1]',
      PIPEWRIGHT_ALLOW_UNAUTHENTICATED: '1',
      STREAMS_PER_CLIENT: '5000',
      EGRESS_MODE: 'allowlist',
      EGRESS_ALLOW: '127.0.0.1:9000, [::1]:80, db.internal:5432, *.Example.org, 10.0.0.0/8,',
      PIPEWRIGHT_WORKER: 'off',
      PIPEWRIGHT_LEASE_MS: '2000',
      PIPEWRIGHT_SLOTS: '4',
      RUNS_QUEUE_LIMIT: '50',
      RUNS_QUEUE_SHARE: '25',
      PIPELINE_MAX_STEPS: '10000',
      RUNS_KEEP_DAYS: '14',
      RUNS_KEEP_COUNT: '500',
      RESTATE_URL: 'http://restate.internal:8080/',
      RESTATE_SERVICE_PORT: '9081',
      RESTATE_SERVICE_URL: 'http://pipes.internal:9081',
      RESTATE_IDENTITY_KEY: 'publickeyv1_a, publickeyv1_b',
      FILES_URL: 's3://pipes/a/b/?endpoint=http://127.0.0.1:9000&region=eu-1',
      FILES_ACCESS_KEY_ID: 'key',
      FILES_SECRET_ACCESS_KEY: 'secret',
      FILES_KEEP_DAYS: '7',
    };
    expect(readConfig(env, '/srv/app')).toEqual({
      root: '/srv/app',
      databaseUrl: 'postgres://me:secret@db/pipes',
      dataDir: '/var/data',
      port: 8080,
      host: '0.0.0.0',
      hosts: ['pipes.example.org', '[fd00::1]'],
      allowUnauthenticated: true,
      streamsPerClient: 5000,
      egressMode: 'allowlist',
      egressAllow: [
        { network: '127.0.0.1/32', port: 9000 },
        { network: '::1/128', port: 80 },
        { host: 'db.internal', port: 5432 },
        { host: '*.example.org' },
        { network: '10.0.0.0/8' },
      ],
      runsWorker: false,
      leaseMs: 2000,
      slots: 4,
      queueLimit: 50,
      queueSharePercent: 25,
      maxSteps: 10_000,
      runsKeep: { days: 14, count: 500 },
      restate: {
        url: 'http://restate.internal:8080',
        adminUrl: 'http://restate.internal:9070',
        servicePort: 9081,
        serviceHost: '0.0.0.0',
        serviceUrl: 'http://pipes.internal:9081',
        identityKeys: ['publickeyv1_a', 'publickeyv1_b'],
      },
      blobs: {
        kind: 's3',
        endpoint: new URL('http://127.0.0.1:9000/'),
        region: 'eu-1',
        bucket: 'pipes',
        prefix: 'a/b/',
        accessKeyId: 'key',
        secretAccessKey: 'secret',
      },
      filesKeepDays: 7,
      masterKeys: [],
      settings: {},
      secrets: {},
    });
  });

  it('treats an empty variable as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' }, '/').port).toBe(3000);
  });

  it.each([
    ['DATABASE_URL', 'mysql://x', /^DATABASE_URL must look like postgres:/],
    ['PORT', '70000', /^PORT must be a whole number from 1 to 65535\.$/],
    ['PORT', '3e3', /^PORT must be/],
    ['HOST', 'a b', /^HOST must be/],
    ['PIPEWRIGHT_HOSTS', 'http://x', /^PIPEWRIGHT_HOSTS must be a list .* has "http:\/\/x"/],
    ['PIPEWRIGHT_HOSTS', 'x:80', /^PIPEWRIGHT_HOSTS .* has "x:80"/],
    ['PIPEWRIGHT_ALLOW_UNAUTHENTICATED', 'yes', /^PIPEWRIGHT_ALLOW_UNAUTHENTICATED must be "1" or "0"\.$/],
    ['STREAMS_PER_CLIENT', '0', /^STREAMS_PER_CLIENT must be a whole number/],
    ['EGRESS_MODE', 'closed', /^EGRESS_MODE must be "open", "public" or "allowlist"\.$/],
    ['EGRESS_ALLOW', 'http://x', /^EGRESS_ALLOW must be a list .* has "http:\/\/x"/],
    ['EGRESS_ALLOW', '10.0.0.0/33', /^EGRESS_ALLOW must be a list .* has "10\.0\.0\.0\/33"/],
    ['EGRESS_ALLOW', 'a:1,b:99999', /^EGRESS_ALLOW .* has "b:99999"/],
    ['PIPEWRIGHT_WORKER', 'no', /^PIPEWRIGHT_WORKER must be "on" or "off"/],
    ['PIPEWRIGHT_LEASE_MS', '5', /^PIPEWRIGHT_LEASE_MS must be/],
    ['RESTATE_URL', 'restate:8080', /^RESTATE_URL must look like http:/],
    ['RESTATE_SERVICE_PORT', '70000', /^RESTATE_SERVICE_PORT must be a whole number from 1 to 65535/],
    ['RESTATE_IDENTITY_KEY', 'secret', /^RESTATE_IDENTITY_KEY must be a list of keys/],
    ['PIPEWRIGHT_SLOTS', '0', /^PIPEWRIGHT_SLOTS must be a whole number from 1 to 1000/],
    ['RUNS_QUEUE_LIMIT', 'many', /^RUNS_QUEUE_LIMIT must be a whole number/],
    ['FILES_URL', 'https://x/y', /^FILES_URL must look like s3:/],
    ['FILES_URL', 's3://pipes/../x?endpoint=file:///etc', /^FILES_URL must look like s3:/],
    ['FILES_URL', 's3://pipes', /^FILES_ACCESS_KEY_ID must be set with FILES_URL\.$/],
    ['RUNS_KEEP_DAYS', '0', /^RUNS_KEEP_DAYS must be a whole number/],
    ['RUNS_KEEP_COUNT', '-1', /^RUNS_KEEP_COUNT must be a whole number/],
    ['FILES_KEEP_DAYS', '0', /^FILES_KEEP_DAYS must be a whole number/],
  ])('refuses a wrong %s (%s) by its name', (name, value, message) => {
    expect(() => readConfig({ [name]: value }, '/')).toThrow(message);
  });
});
