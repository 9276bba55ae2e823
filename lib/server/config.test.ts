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
      versionsKeep: 50,
      restate: undefined,
      tracing: undefined,
      blobs: { kind: 'disk' },
      filesKeepDays: 30,
      backups: { isOn: true, keep: 24 },
      masterKeys: [],
      models: {
        dir: '/srv/app/.data/models',
        store: undefined,
        cacheBytes: 100_000_000_000,
        hubEndpoint: new URL('https://huggingface.co'),
        localDirs: [],
        s3: { endpoint: undefined, region: 'us-east-1', isPathStyle: false, credentials: undefined },
        gcsEndpoint: new URL('https://storage.googleapis.com'),
      },
      runtimes: { file: undefined, environment: {} },
      settings: {},
      secrets: {},
    });
  });

  it('refuses to store models where files are stored: each store deletes what it does not know', () => {
    const env = {
      FILES_URL: 's3://pipes/a?endpoint=http://127.0.0.1:9000',
      FILES_ACCESS_KEY_ID: 'key',
      FILES_SECRET_ACCESS_KEY: 'secret',
    };
    const MODELS_STORE_URL = 's3://pipes/a/?endpoint=http://127.0.0.1:9000&region=eu-1';
    expect(() => readConfig({ ...env, MODELS_STORE_URL }, '/')).toThrow(
      /^MODELS_STORE_URL must name a different folder/,
    );
    const own = {
      ...env,
      MODELS_STORE_URL: `${MODELS_STORE_URL}`.replace('/a/', '/b/'),
      MODELS_STORE_ACCESS_KEY_ID: 'x',
    };
    expect(() => readConfig(own, '/')).toThrow(/^MODELS_STORE_ACCESS_KEY_ID and .* must be set/);
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
      PIPEWRIGHT_HEALTH_PORT: '3001',
      RUNS_QUEUE_LIMIT: '50',
      RUNS_QUEUE_SHARE: '25',
      PIPELINE_MAX_STEPS: '10000',
      RUNS_KEEP_DAYS: '14',
      RUNS_KEEP_COUNT: '500',
      VERSIONS_KEEP_COUNT: '20',
      RESTATE_URL: 'http://restate.internal:8080/',
      RESTATE_SERVICE_PORT: '9081',
      RESTATE_SERVICE_URL: 'http://pipes.internal:9081',
      RESTATE_IDENTITY_KEY: 'publickeyv1_a, publickeyv1_b',
      FILES_URL: 's3://pipes/a/b/?endpoint=http://127.0.0.1:9000&region=eu-1',
      FILES_ACCESS_KEY_ID: 'key',
      FILES_SECRET_ACCESS_KEY: 'secret',
      FILES_KEEP_DAYS: '7',
      PIPEWRIGHT_BACKUPS: 'off',
      PIPEWRIGHT_BACKUPS_KEEP: '3',
      HF_ENDPOINT: 'https://hub.example.org',
      MODELS_STORE_URL: 's3://contents/models?endpoint=https://minio.example.org&region=eu-2',
      MODELS_CACHE_GB: '40',
      MODELS_LOCAL_DIRS: '/srv/models:/mnt/more',
      AWS_ENDPOINT_URL_S3: 'https://minio.example.org',
      AWS_REGION: 'eu-2',
      MODELS_S3_ACCESS_KEY_ID: 'models-key',
      MODELS_S3_SECRET_ACCESS_KEY: 'models-secret',
      STORAGE_EMULATOR_HOST: 'localhost:4443',
      RUNTIMES_FILE: 'runtimes.json',
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
      healthPort: 3001,
      queueLimit: 50,
      queueSharePercent: 25,
      maxSteps: 10_000,
      runsKeep: { days: 14, count: 500 },
      versionsKeep: 20,
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
      backups: { isOn: false, keep: 3 },
      masterKeys: [],
      models: {
        dir: '/var/data/models',
        store: {
          endpoint: new URL('https://minio.example.org/'),
          region: 'eu-2',
          bucket: 'contents',
          prefix: 'models/',
          credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
        },
        cacheBytes: 40_000_000_000,
        hubEndpoint: new URL('https://hub.example.org'),
        localDirs: ['/srv/models', '/mnt/more'],
        s3: {
          endpoint: new URL('https://minio.example.org'),
          region: 'eu-2',
          isPathStyle: true,
          credentials: { accessKeyId: 'models-key', secretAccessKey: 'models-secret' },
        },
        gcsEndpoint: new URL('http://localhost:4443'),
      },
      runtimes: { file: '/srv/app/runtimes.json', environment: {} },
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
    ['PIPEWRIGHT_HOSTS', 'http://x', /^PIPEWRIGHT_HOSTS must be a list .* contains "http:\/\/x"/],
    ['PIPEWRIGHT_HOSTS', 'x:80', /^PIPEWRIGHT_HOSTS .* contains "x:80"/],
    ['PIPEWRIGHT_ALLOW_UNAUTHENTICATED', 'yes', /^PIPEWRIGHT_ALLOW_UNAUTHENTICATED must be "1" or "0"\.$/],
    ['STREAMS_PER_CLIENT', '0', /^STREAMS_PER_CLIENT must be a whole number/],
    ['EGRESS_MODE', 'closed', /^EGRESS_MODE must be "open", "public" or "allowlist"\.$/],
    ['EGRESS_ALLOW', 'http://x', /^EGRESS_ALLOW must be a list .* contains "http:\/\/x"/],
    ['EGRESS_ALLOW', '10.0.0.0/33', /^EGRESS_ALLOW must be a list .* contains "10\.0\.0\.0\/33"/],
    ['EGRESS_ALLOW', 'a:1,b:99999', /^EGRESS_ALLOW .* contains "b:99999"/],
    ['PIPEWRIGHT_WORKER', 'no', /^PIPEWRIGHT_WORKER must be "on" or "off"/],
    ['PIPEWRIGHT_LEASE_MS', '5', /^PIPEWRIGHT_LEASE_MS must be/],
    ['RESTATE_URL', 'restate:8080', /^RESTATE_URL must be a URL such as http:/],
    ['RESTATE_SERVICE_PORT', '70000', /^RESTATE_SERVICE_PORT must be a whole number from 1 to 65535/],
    ['RESTATE_IDENTITY_KEY', 'secret', /^RESTATE_IDENTITY_KEY must be a list of keys/],
    ['PIPEWRIGHT_SLOTS', '0', /^PIPEWRIGHT_SLOTS must be a whole number from 1 to 1000/],
    ['RUNS_QUEUE_LIMIT', 'many', /^RUNS_QUEUE_LIMIT must be a whole number/],
    ['FILES_URL', 'https://x/y', /^FILES_URL must look like s3:/],
    ['FILES_URL', 's3://pipes/../x?endpoint=file:///etc', /^FILES_URL must look like s3:/],
    ['MODELS_STORE_URL', 'https://x/y', /^MODELS_STORE_URL must look like s3:/],
    [
      'MODELS_STORE_URL',
      's3://contents',
      /^MODELS_STORE_ACCESS_KEY_ID and .* must be set with MODELS_STORE_URL\.$/,
    ],
    ['MODELS_CACHE_GB', '0', /^MODELS_CACHE_GB must be a whole number from 1 to 999999\.$/],
    ['FILES_URL', 's3://pipes', /^FILES_ACCESS_KEY_ID must be set with FILES_URL\.$/],
    ['RUNS_KEEP_DAYS', '0', /^RUNS_KEEP_DAYS must be a whole number/],
    ['RUNS_KEEP_COUNT', '-1', /^RUNS_KEEP_COUNT must be a whole number/],
    ['VERSIONS_KEEP_COUNT', '0', /^VERSIONS_KEEP_COUNT must be a whole number/],
    ['FILES_KEEP_DAYS', '0', /^FILES_KEEP_DAYS must be a whole number/],
    ['PIPEWRIGHT_BACKUPS', 'daily', /^PIPEWRIGHT_BACKUPS must be "hourly" or "off"/],
  ])('refuses an invalid %s (%s) by its name', (name, value, message) => {
    expect(() => readConfig({ [name]: value }, '/')).toThrow(message);
  });
});
