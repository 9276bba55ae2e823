import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ActionError } from '@/engine';
import type { BenchmarkRequest, CloudModelRequest } from '@/engine/ports';
import { ModelProvider } from '../adapters/models/testing/model-provider';
import { listModels } from '../store/models/read-models';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { until } from '../testing/until';
import { openRegistry } from './testing/registry';

const KEY = 'sk-hunter2hunter2';
const SECRET = { name: 'provider_key', value: KEY, hosts: [] };

let database: TestDatabase;
let provider: ModelProvider;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  provider = await ModelProvider.start(KEY);
  folder = await mkdtemp(join(tmpdir(), 'pipewright-cloud-'));
});
afterAll(async () => {
  await provider.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await database.sql`truncate models, model_files`;
  provider.reset();
});

const request = (more: Partial<CloudModelRequest> = {}): CloudModelRequest => ({
  provider: 'openai_compatible',
  model: 'tiny',
  baseUrl: `${provider.origin}/v1/`,
  apiKey: KEY,
  secrets: [SECRET],
  metadata: {},
  signal: new AbortController().signal,
  owner: { runId: 'run_1', step: 'cloud' },
  ...more,
});
const add = (more?: Partial<CloudModelRequest>) =>
  openRegistry({ database, folder }).registry.addCloud(request(more));
const failing = (work: Promise<unknown>) => work.catch((error: unknown) => error as ActionError);

describe('a model of a provider', () => {
  it('is available without files, with the name of the secret and never its value', async () => {
    const model = await add();
    expect(model).toMatchObject({ name: 'tiny', provider: 'openai_compatible', model: 'tiny' });
    const [row] = await listModels(database.sql);
    expect(row).toMatchObject({
      ...{ id: model.id, status: 'available', source: 'cloud', size: null, runId: 'run_1', step: 'cloud' },
      uri: `${provider.origin}/v1/tiny`,
      request: { secret: 'provider_key', cloud: { provider: 'openai_compatible', model: 'tiny' } },
    });
    const dump = await database.sql`select row_to_json(m)::text as text from models m
      union all select row_to_json(a)::text from audit_events a`;
    expect(dump.map(({ text }) => text).join()).not.toContain(KEY);
  });

  it('is the same one when a step runs again, with the secret of the last time', async () => {
    const first = await add();
    const renamed = await add({ secrets: [{ ...SECRET, name: 'new_key' }] });
    expect(renamed).toEqual(first);
    expect(await listModels(database.sql)).toMatchObject([{ request: { secret: 'new_key' } }]);
    const both = await Promise.all([add({ name: 'twin' }), add({ name: 'twin' })]);
    expect(both[0].id).toBe(both[1].id);
  });

  it('is looked for on every page of the list of Anthropic, whose headers are sent', async () => {
    const model = await add({
      provider: 'anthropic',
      baseUrl: `${provider.origin}/anthropic/v1`,
      model: 'large',
    });
    expect(model.provider).toBe('anthropic');
    expect(provider.requests.length).toBe(2);
  });

  it('is refused where the provider does not list it, with those that it lists', async () => {
    const failure = await failing(add({ model: 'tin' }));
    expect(failure).toMatchObject({ kind: 'invalid_params', path: 'params.model_id' });
    expect(String(failure)).toContain('It lists tiny, small, large.');
    expect(await listModels(database.sql)).toEqual([]);
  });

  it('is refused with a key that the provider does not know, or that is no stored secret', async () => {
    const other = { ...SECRET, value: 'sk-another-key' };
    expect(await failing(add({ apiKey: other.value, secrets: [other] }))).toMatchObject({
      kind: 'rejected',
      code: '401',
    });
    const written = { ...SECRET, name: 'params.api_key', isWritten: true };
    const keys = [add({ secrets: [written] }), add({ apiKey: `${KEY}x` }), add({ secrets: [] })];
    for (const work of keys) {
      const failure = await failing(work);
      expect(failure).toMatchObject({ kind: 'invalid_params', path: 'params.api_key' });
      expect(String(failure)).not.toContain(KEY);
    }
    expect(await listModels(database.sql)).toEqual([]);
  });

  it.each([
    ['ftp://x/v1', 'invalid_params', 'http://'],
    ['nonsense', 'invalid_params', 'http://'],
    ['', 'invalid_params', 'base_url'],
  ])('is refused at the address %j', async (baseUrl, kind, text) => {
    const failure = await failing(add({ baseUrl }));
    expect(failure).toMatchObject({ kind });
    expect(String(failure)).toContain(text);
  });

  it('says what to do where the address is not that of an API', async () => {
    const failure = await failing(add({ baseUrl: provider.origin }));
    expect(failure).toMatchObject({ kind: 'rejected', code: '404' });
    expect(String(failure)).toContain('Check base_url');
  });

  it('is deleted without freeing anything', async () => {
    const { id } = await add();
    const { registry } = openRegistry({ database, folder });
    const owner = { runId: 'run_1', step: 'remove' };
    expect(await registry.delete({ id, force: false, owner })).toEqual({ id, freedBytes: 0 });
  });
});

describe('a benchmark of a model of a provider', () => {
  const secrets = { reveal: async (name: string) => (name === SECRET.name ? SECRET : undefined) };
  const bench = async (more: Partial<BenchmarkRequest> = {}) => {
    const { registry } = openRegistry({ database, folder, secrets });
    return registry.benchmark({
      ...{ modelId: (await add()).id, prompts: ['one', 'two'], requests: 8, concurrency: 2, warmUp: 2 },
      ...{ maxTokens: 16, signal: new AbortController().signal, owner: { runId: 'run_1', step: 'bench' } },
      log: () => undefined,
      ...more,
    });
  };
  const chats = () => provider.requests.filter(({ prompt }) => prompt !== undefined);

  it('sends requests with the stored key, and measures tokens and times', async () => {
    provider.chat = () => ({ words: 4, firstMs: 5, nextMs: 2 });
    const result = await bench();
    expect(result).toMatchObject({ completed: 8, failed: 0 });
    expect(result.ttft_p50).toBeGreaterThan(0);
    expect(result.latency_p50).toBeGreaterThan(result.ttft_p50);
    expect(result.output_tokens_per_second / result.throughput).toBeCloseTo(4);
    expect(
      chats()
        .map(({ prompt }) => prompt)
        .sort(),
    ).toEqual([...Array(5).fill('one'), ...Array(5).fill('two')]);
    expect(provider.mostAtOnce).toBe(2);
  });

  it('speaks the API of Anthropic', async () => {
    const baseUrl = `${provider.origin}/anthropic/v1`;
    const { id } = await add({ provider: 'anthropic', baseUrl, model: 'large' });
    expect(await bench({ modelId: id })).toMatchObject({ completed: 8, failed: 0 });
    expect(new Set(chats().map(({ path }) => path))).toEqual(new Set(['/anthropic/v1/messages']));
  });

  it('counts refused requests and answers that break off as failed', async () => {
    const good = { words: 2, firstMs: 0, nextMs: 0 };
    const flaws = [
      good,
      { ...good, status: 429 },
      good,
      { ...good, isCut: true },
      { ...good, words: 0 },
      good,
    ];
    provider.chat = (index) => flaws[index] ?? good;
    expect(await bench({ warmUp: 0, requests: 6, concurrency: 1 })).toMatchObject({
      completed: 3,
      failed: 3,
    });
  });

  it('fails where every request failed', async () => {
    provider.chat = () => ({ words: 1, firstMs: 0, nextMs: 0, status: 500 });
    expect(await failing(bench())).toMatchObject({ kind: 'connection_error', code: 'all_requests_failed' });
  });

  it('ends at its time limit', async () => {
    provider.chat = () => ({ words: 1, firstMs: 60_000, nextMs: 0 });
    const stop = new AbortController();
    const work = failing(bench({ signal: stop.signal }));
    await until('a request', () => chats().length > 0);
    stop.abort(new ActionError('timeout', 'Too slow.'));
    expect(await work).toMatchObject({ kind: 'timeout' });
  });

  it('is refused for a model that does not exist or has lost its secret', async () => {
    expect(await failing(bench({ modelId: 'mdl_none' }))).toMatchObject({ kind: 'invalid_params' });
    const lost = await add({ name: 'lost', secrets: [{ ...SECRET, name: 'gone' }] });
    expect(String(await failing(bench({ modelId: lost.id })))).toContain('The secret gone');
    expect(chats()).toEqual([]);
  });
});
