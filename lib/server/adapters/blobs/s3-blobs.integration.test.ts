import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBlobs } from '../../files';
import { type BlobStore, sha256Of } from './blob-store';
import { createS3Blobs } from './s3-blobs';
import { storageHttp } from './storage-http';
import { blobStoreSuite } from './testing/blob-store-suite';
import { type FakeS3, startFakeS3 } from './testing/fake-s3';

const content = Buffer.from('a content');
const sha256 = sha256Of(content);
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const SECRET = 'very-secret-access-key';

let directory: string;
let server: S3rver;
let endpoint: URL;
let fake: FakeS3;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pipewright-s3-'));
  const address = '127.0.0.1';
  const configureBuckets = [{ name: 'pipes' }, { name: 'other' }];
  server = new S3rver({ address, port: 0, silent: true, directory, configureBuckets });
  endpoint = new URL(`http://127.0.0.1:${(await server.run()).port}`);
  fake = await startFakeS3(SECRET);
});

afterAll(async () => {
  await Promise.all([server.close(), fake.close()]);
  await rm(directory, { recursive: true, force: true });
});

function open(bucket = 'pipes', prefix = 'a/folder/'): BlobStore {
  const blobs = { kind: 's3', endpoint, region: 'us-east-1', bucket, prefix, ...KEYS } as const;
  return createBlobs({ blobs, dataDir: '/nowhere' }, noDatabase);
}

function openFake(secretAccessKey = SECRET): BlobStore {
  const http = storageHttp(fake.endpoint);
  return createS3Blobs({
    endpoint: fake.endpoint,
    region: 'us-east-1',
    bucket: 'pipes',
    prefix: '',
    credentials: { accessKeyId: 'AKIA', secretAccessKey },
    http,
    waitsMs: [1, 1, 1],
  });
}

const noDatabase = Object.assign(() => undefined) as never;

async function allOf(store: BlobStore): Promise<string[]> {
  const found: string[] = [];
  for await (const hashes of store.older(new Date(Date.now() + 60_000))) found.push(...hashes);
  return found.sort();
}

blobStoreSuite('an S3 server', () => open());

describe('blobs in S3', () => {
  it('are stored below the prefix, and other objects of the bucket are unchanged', async () => {
    await open('other', '').put(sha256, content);
    expect(await allOf(open('other', ''))).toEqual([sha256]);
    expect(await allOf(open('other', 'elsewhere/'))).toEqual([]);
    expect(await open('other', 'elsewhere/').has(sha256)).toBe(false);
  });

  it('report a missing bucket', async () => {
    await expect(open('nowhere').put(sha256, content)).rejects.toMatchObject({
      kind: 'rejected',
      code: 'NoSuchBucket',
      message: expect.stringContaining('Create the bucket'),
    });
    await expect(open('nowhere').get(sha256)).rejects.toMatchObject({ code: 'NoSuchBucket' });
  });
});

describe('a request to an S3 server', () => {
  it('is signed, including its content', async () => {
    fake.answer({ status: 200 });
    await openFake().put(sha256, content);
    await openFake().put(sha256Of(''), new Uint8Array());
    expect(await openFake().has(sha256)).toBe(true);
    expect(await allOf(openFake())).toEqual([]);
  });

  it('is refused with another secret', async () => {
    fake.answer({ status: 200 });
    await expect(openFake('wrong').put(sha256, content)).rejects.toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
  });
});

describe('a list that an S3 server returns in pages', () => {
  it('is read completely, and contains only blobs of the installation', async () => {
    const second = sha256Of('a second content');
    const entry = (key: string, at: string) =>
      `<Contents><Key>${key}</Key><LastModified>${at}</LastModified></Contents>`;
    const keyOf = (hash: string) => `${hash.slice(0, 2)}/${hash.slice(2)}`;
    const old = '2020-01-01T00:00:00.000Z';
    const others = ['x/y.txt', `../${keyOf(second)}`, `${keyOf(second)}/..`].map((key) => entry(key, old));
    fake.answer(
      {
        status: 200,
        body: `${entry(keyOf(sha256), old)}${others.join('')}<NextContinuationToken>a+b/=&amp;c</NextContinuationToken>`,
      },
      { status: 200, body: entry(keyOf(second), old) + entry(keyOf(sha256), '2999-01-01T00:00:00.000Z') },
    );
    expect(await allOf(openFake())).toEqual([sha256, second].sort());
    expect(fake.asked).toEqual([
      'GET /pipes/?list-type=2&prefix=',
      'GET /pipes/?list-type=2&prefix=&continuation-token=a%2Bb%2F%3D%26c',
    ]);
  });
});

describe('an S3 server with errors', () => {
  it.each([
    [403, 'SignatureDoesNotMatch'],
    [403, 'InvalidAccessKeyId'],
    [403, 'AccessDenied'],
    [401, 'Unauthorized'],
  ])('that returns %i %s is reported with the settings to check, without keys', async (status, code) => {
    fake.answer({ status, code });
    const failure = await openFake()
      .put(sha256, content)
      .then(String, (error: Error) => error);
    expect(failure).toMatchObject({ kind: 'rejected', code });
    expect(String(failure)).toMatch(/FILES_ACCESS_KEY_ID/);
    expect(String(failure)).not.toMatch(/AKIA|very-secret|Signature=/);
    expect(fake.asked).toHaveLength(1);
  });

  it('is called again while it is busy', async () => {
    fake.answer({ status: 503, code: 'SlowDown' }, { status: 429 }, { status: 500 }, { status: 200 });
    await openFake().put(sha256, content);
    expect(fake.asked).toEqual(Array(4).fill(`PUT /pipes/${sha256.slice(0, 2)}/${sha256.slice(2)}`));
  });

  it('fails as a connection error when it stays busy', async () => {
    fake.answer({ status: 503, code: 'SlowDown' });
    await expect(openFake().put(sha256, content)).rejects.toMatchObject({
      kind: 'connection_error',
      code: 'SlowDown',
    });
    expect(fake.asked).toHaveLength(4);
  });

  it('fails as a connection error when it does not respond', async () => {
    const gone = await startFakeS3();
    await gone.close();
    const http = storageHttp(gone.endpoint);
    const address = { endpoint: gone.endpoint, region: 'x', bucket: 'pipes', prefix: '' };
    const store = createS3Blobs({ ...address, credentials: KEYS, http, waitsMs: [1] });
    await expect(store.get(sha256)).rejects.toMatchObject({ kind: 'connection_error' });
  });

  it('cannot redirect to another server', async () => {
    fake.answer({ status: 301, code: 'PermanentRedirect' });
    await expect(openFake().get(sha256)).rejects.toMatchObject({ kind: 'rejected' });
    expect(fake.asked).toHaveLength(1);
  });

  it('is refused when it returns another content', async () => {
    fake.answer({ status: 200, body: 'another content' });
    await expect(openFake().get(sha256)).rejects.toThrow('damaged');
  });

  it('lists nothing when its list is invalid', async () => {
    fake.answer({ status: 200, body: '<html>hello</html>' });
    expect(await allOf(openFake())).toEqual([]);
  });
});
