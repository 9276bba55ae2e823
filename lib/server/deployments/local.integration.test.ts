import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ActionError } from '@/engine';
import { createDialer } from '../adapters/egress';
import { policyOf } from '../adapters/egress/testing/policies';
import type { ServedModel } from '../models/benchmark/served-model';
import { BY_PERSON } from '../store/deployments/change-deployments';
import { eventsOfDeployment } from '../store/deployments/read-deployments';
import { createTestDatabase } from '../testing/database';
import { until } from '../testing/until';
import type { ServerDeployments } from '.';
import { serveModelWith } from './serve-model';
import { create, MODEL_ID, openWorkbench, processOf, type Workbench } from './testing/workbench';

let bench: Workbench;
let server: ServerDeployments;
/** Requests at every deployment. */
let ongoing = 0;
/** Called before a file of a model is given. */
let fetching = async () => {};

beforeAll(async () => {
  bench = await openWorkbench(await createTestDatabase());
  server = await bench.open({ requests: async () => ongoing, fetching: () => fetching() });
});
afterAll(() => bench.close());

const urls = async (name: string) =>
  (await bench.stateOf(name))?.replicas.flatMap(({ state, url }) =>
    state === 'ready' && url ? [url] : [],
  ) ?? [];
const pidOf = async (url: string) => (await (await fetch(`${url}/v1/models`)).json()) as { pid: number };
const remove = async (name: string) => {
  await server.registry.deleteAs(name, BY_PERSON);
  await bench.untilGone(name);
};

describe('a deployment on this machine', () => {
  it('becomes active with processes that answer, and leaves nothing when it is deleted', async () => {
    await create(server, 'plain', { replicas: 2 });
    const { replicas } = await bench.untilStatus('plain', 'active');
    expect(replicas.map(({ state }) => state)).toEqual(['ready', 'ready']);
    const pids = await Promise.all((await urls('plain')).map(pidOf));
    expect(pids.map(({ pid }) => pid).sort()).toEqual(replicas.map(({ pid }) => pid).sort());
    await remove('plain');
    expect(await bench.processes()).toEqual([]);
  });

  it('waits for the files of its model while others run, and tries again where they cannot be fetched', async () => {
    let refuse: (error: Error) => void = () => {};
    const stored = new Promise<void>((_, reject) => {
      refuse = reject;
    });
    fetching = () => stored;
    await create(server, 'waiting');
    const waiting = () => bench.stateOf('waiting').then((state) => state?.row.error?.message);
    await until('the deployment to wait', async () =>
      /being fetched to this machine/.test((await waiting()) ?? ''),
    );
    fetching = async () => {};
    await create(server, 'other');
    await bench.untilStatus('other', 'active');
    fetching = async () => {
      throw new ActionError('connection_error', 'The store is busy.');
    };
    refuse(new ActionError('connection_error', 'The store is gone.'));
    await until('the store to be busy', async () => (await waiting()) === 'The store is busy.');
    fetching = async () => {};
    await bench.untilStatus('waiting', 'active');
    await remove('waiting');
    await remove('other');
  });

  it('is read as it is now, and after its deletion by its id', async () => {
    const { id } = await create(server, 'observed', { replicas: 2 });
    await bench.untilStatus('observed', 'active');
    expect(await server.registry.read('observed')).toEqual({
      ...{ id, name: 'observed', modelId: MODEL_ID, clusterId: 'local', error: undefined },
      endpointUrl: expect.stringMatching(/\/deployments\/observed$/),
      ...{ status: 'active', replicas: 2, readyReplicas: 2 },
    });
    await remove('observed');
    expect(await server.registry.read(id)).toMatchObject({ status: 'deleted', readyReplicas: 0 });
    await expect(server.registry.read('observed')).rejects.toThrow(
      'The deployment observed does not exist. Check its id or name on the deployments page.',
    );
  });

  it('gives its program no variables of the server, and values as single arguments', async () => {
    await create(server, 'bare');
    await bench.untilStatus('bare', 'active');
    const [url] = await urls('bare');
    const { env, argv } = await (await fetch(`${url}/environment`)).json();
    expect(Object.keys(env).sort()).toEqual([
      'CUDA_DEVICE_ORDER',
      'CUDA_VISIBLE_DEVICES',
      'NODE_ENV',
      'PATH',
      'PIPEWRIGHT_REPLICA',
    ]);
    expect(argv).toContain('--name=bare');
    expect(argv.find((one: string) => one.startsWith('--model='))).toMatch(/\/model\/tiny\.gguf$/);
    await remove('bare');
  });

  it('waits while a replica answers 503', async () => {
    await create(server, 'loading', { runtime: 'slow' });
    await bench.untilStatus('loading', 'deploying');
    await bench.untilStatus('loading', 'active');
    await remove('loading');
  });

  it('scales up and down, the ones that stay keep running', async () => {
    await create(server, 'wide');
    const [first] = (await bench.untilStatus('wide', 'active')).replicas;
    await server.registry.scaleAs('wide', 3, BY_PERSON);
    await until('three replicas', async () => (await urls('wide')).length === 3);
    const scaled = await bench.untilStatus('wide', 'active');
    expect(scaled.row.observed).toBe(scaled.row.generation);
    await server.registry.scaleAs('wide', 1, BY_PERSON);
    const { replicas } = await until('one replica', async () => {
      const state = await bench.stateOf('wide');
      return state?.replicas.length === 1 && state.row.status === 'active' && state;
    });
    expect(replicas[0]?.pid).toBe(first?.pid);
    await server.registry.scaleAs('wide', 0, BY_PERSON);
    await bench.untilStatus('wide', 'stopped');
    expect(await bench.processes()).toEqual([]);
    await remove('wide');
  });

  it('replaces a replica that was killed, and says so in its events', async () => {
    await create(server, 'killed');
    const { row, replicas } = await bench.untilStatus('killed', 'active');
    process.kill(processOf(replicas[0]), 'SIGKILL');
    const again = await until('another process', async () => {
      const [replica] = (await bench.stateOf('killed'))?.replicas ?? [];
      return replica?.state === 'ready' && replica.pid !== replicas[0]?.pid && replica;
    });
    expect(again).toMatchObject({ id: replicas[0]?.id, restarts: 1 });
    const events = await eventsOfDeployment(bench.sql, row.id);
    expect(events.some(({ message }) => message.includes('was terminated by SIGKILL'))).toBe(true);
    await remove('killed');
  });

  it('ends a program that ignores SIGTERM, and children that left its process group', async () => {
    await create(server, 'stubborn', { runtime: 'stubborn' });
    await create(server, 'parent', { runtime: 'children' });
    await bench.untilStatus('stubborn', 'active');
    await bench.untilStatus('parent', 'active');
    expect(await bench.processes()).toHaveLength(3);
    await Promise.all([remove('stubborn'), remove('parent')]);
    expect(await bench.processes()).toEqual([]);
  });

  it('restarts a replica that no longer answers', async () => {
    const hang = join(bench.folder, 'hang-good');
    await create(server, 'hung');
    const { replicas } = await bench.untilStatus('hung', 'active');
    await writeFile(hang, '');
    await until('a restart', async () => ((await bench.stateOf('hung'))?.replicas[0]?.restarts ?? 0) > 0);
    await rm(hang);
    await until('an answer', async () => (await urls('hung')).length === 1);
    expect((await bench.stateOf('hung'))?.replicas[0]?.pid).not.toBe(replicas[0]?.pid);
    await remove('hung');
  });

  it('restarts a replica that uses more memory than it asked for', async () => {
    await create(server, 'leaking', { runtime: 'leak', resources: { memory_gb: 0.3 } });
    const { row } = (await bench.stateOf('leaking'))!;
    // On a busy machine it may restart before because it did not respond.
    await until('the event', async () => {
      const events = await eventsOfDeployment(bench.sql, row.id);
      return events.some(({ message }) => /used \d\.\d GB of memory, more than/.test(message));
    });
    await until('a restart', async () => ((await bench.stateOf('leaking'))?.replicas[0]?.restarts ?? 0) > 0);
    await remove('leaking');
  });
});

describe('auto-scaling', () => {
  const rules = { enabled: true, min_replicas: 1, max_replicas: 3, target_ongoing_requests: 2 };

  it('adds replicas under load and removes them one by one after it', async () => {
    await create(server, 'elastic', { autoScaling: rules });
    await bench.untilStatus('elastic', 'active');
    ongoing = 50;
    await until('three replicas', async () => (await urls('elastic')).length === 3);
    ongoing = 0;
    await until('one replica', async () => (await bench.stateOf('elastic'))?.replicas.length === 1);
    const { row } = (await bench.stateOf('elastic'))!;
    const events = (await eventsOfDeployment(bench.sql, row.id)).filter(({ kind }) => kind === 'scaled');
    expect(events.map(({ message }) => message)).toEqual([
      'Auto-scaled from 2 to 1 replica: 0 ongoing requests, target 2 per replica, min_replicas 1.',
      'Auto-scaled from 3 to 2 replicas: 0 ongoing requests, target 2 per replica, min_replicas 1.',
      'Auto-scaled from 1 to 3 replicas: 50 ongoing requests, target 2 per replica, max_replicas 3.',
    ]);
    await server.registry.scaleAs('elastic', 2, BY_PERSON);
    expect((await bench.stateOf('elastic'))?.row.autoScaling?.enabled).toBe(false);
    await remove('elastic');
  });
});

describe('work with a model', () => {
  const dialer = createDialer(policyOf('open'));
  const client = { http: { dialer }, accessOf: async () => ({}) };
  const serve = <T>(work: (served: ServedModel) => Promise<T>, step = 'benchmark') => {
    const attempt = { owner: { runId: 'run_7', step }, signal: new AbortController().signal };
    return serveModelWith({ sql: bench.sql, registry: server.registry, client })(MODEL_ID, attempt, work);
  };

  it('uses an active deployment, else one that is deleted afterwards, also when the work fails', async () => {
    const temporary = await serve(async ({ replicas: [replica], isTemporary }) => {
      expect((await fetch(`${replica?.url}/v1/models`)).status).toBe(200);
      return isTemporary;
    });
    expect(temporary).toBe(true);
    await expect(serve(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await bench.processes()).toEqual([]);
    await create(server, 'standing');
    await bench.untilStatus('standing', 'active');
    expect(await serve(async ({ name, isTemporary }) => ({ name, isTemporary }))).toEqual({
      name: 'standing',
      isTemporary: false,
    });
    await remove('standing');
  });

  it('does not use the temporary deployment of another step, which is deleted when that ends', async () => {
    const [one, other] = await serve(async ({ name }) => [
      name,
      await serve(async (its) => its.name, 'other'),
    ]);
    expect(other).not.toBe(one);
    expect(await bench.processes()).toEqual([]);
  });

  it('creates its deployment again when an earlier attempt of the step deletes it', async () => {
    let release = () => {};
    const stored = new Promise<void>((resolve) => {
      release = resolve;
    });
    fetching = () => stored;
    const served = serve(async ({ replicas }) => replicas.length);
    const name = await until('a deployment', async () => {
      const [row] = await bench.sql<{ name: string }[]>`
        select name from deployments where deleted_at is null and starts_with(name, 'temporary-')`;
      return row?.name;
    });
    await server.registry.deleteAs(name, BY_PERSON);
    release();
    fetching = async () => {};
    expect(await served).toBe(1);
    expect(await bench.processes()).toEqual([]);
  });
});

describe('a runtime that never becomes ready', () => {
  it('fails the deployment with the last lines of its output when it crashes at once', async () => {
    await create(server, 'crashing', { runtime: 'crash' });
    const { row } = await bench.untilStatus('crashing', 'failed');
    expect(row.error?.message).toContain(
      'No replica became ready after 6 attempts. The replica exited with code 3.',
    );
    expect(row.error?.message).toContain('the weights are damaged');
    await until('no replica', async () => (await bench.stateOf('crashing'))?.replicas.length === 0);
    expect(await bench.processes()).toEqual([]);
    await remove('crashing');
  });

  it('fails the deployment at once when the program ends with an exit code that no restart changes', async () => {
    await create(server, 'misconfigured', { runtime: 'misconfigured' });
    const { row } = await bench.untilStatus('misconfigured', 'failed');
    expect(row.error?.message).toBe(
      'No replica became ready. The replica exited with code 3. Its last output:\nloading the weights\nthe weights are damaged',
    );
    const events = await eventsOfDeployment(bench.sql, row.id);
    expect(events.map(({ kind }) => kind)).not.toContain('replica_restarted');
    await remove('misconfigured');
  });

  it.concurrent.each([
    ['deaf', /did not become ready within 15 s: \/health failed \(connect ECONNREFUSED/],
    ['hang', /did not become ready within 15 s: \/health failed \(no response within 2 s\)/],
    ['rubbish', /did not become ready within 15 s: \/health failed \(.+\)/],
    ['broken', /did not become ready within 15 s: \/health returned status 500/],
  ])('fails the deployment that only gives %s', async (runtime, sentence) => {
    await create(server, runtime, { runtime });
    const { row } = await bench.untilStatus(runtime, 'failed');
    expect(row.error?.message).toMatch(sentence);
    await until('no replica', async () => (await bench.stateOf(runtime))?.replicas.length === 0);
    await remove(runtime);
  });

  it('tries again when it is scaled', async () => {
    await create(server, 'again', { runtime: 'crash' });
    await bench.untilStatus('again', 'failed');
    await server.registry.scaleAs('again', 2, BY_PERSON);
    const { row } = await until('another failure', async () => {
      const state = await bench.stateOf('again');
      return state?.row.status === 'failed' && state.row.generation === 2 && state;
    });
    expect(row.replicas).toBe(2);
    await remove('again');
  });

  it('keeps only the end of what a program prints', async () => {
    await create(server, 'noisy', { runtime: 'noisy' });
    const { row, replicas } = await bench.untilStatus('noisy', 'active');
    const log = join(bench.folder, 'data', 'deployments', row.id, `${replicas[0]?.id}.log`);
    const text = await until('a short log with its end', async () => {
      const printed = await readFile(log, 'utf8');
      return printed.length <= 1_000_000 && printed.includes('line 49999 ') && printed;
    });
    expect(text).not.toContain('line 100 ');
    await remove('noisy');
  });
});

describe('what cannot be deployed', () => {
  it.each([
    ['an unknown model', { modelId: 'mdl_none' }, 'The model mdl_none does not exist.'],
    ['an unknown runtime', { runtime: 'nope' }, 'The runtime "nope" does not exist.'],
    ['an unknown cluster', { clusterId: 'moon' }, 'The cluster moon does not exist. Clusters: local.'],
    [
      'more CPU cores than the machine has',
      { replicas: 3, resources: { cpu_cores: 4, gpu_count: 0 } },
      '3 × 4 CPU cores require 12, and this machine has 8, of which 0 are reserved',
    ],
    [
      'more GPUs than the machine has',
      { resources: { gpu_count: 3 } },
      '1 × 3 GPUs require 3, and this machine has 2',
    ],
    [
      'more memory',
      { resources: { memory_gb: 17, gpu_count: 0 } },
      '1 × 17 GB of memory require 17, and this machine has 16',
    ],
  ])('%s is refused with a sentence, and no row is left', async (_, more, sentence) => {
    const wanted = { name: 'refused', modelId: MODEL_ID, clusterId: 'local', runtime: 'good', replicas: 1 };
    const asked = server.registry.createAs({ ...wanted, resources: { gpu_count: 0 }, ...more }, BY_PERSON);
    await expect(asked).rejects.toThrow(sentence);
    expect(await bench.stateOf('refused')).toBeUndefined();
  });

  it('a name that is taken, and capacity that others reserve', async () => {
    await create(server, 'first', { resources: { cpu_cores: 6 } });
    await expect(create(server, 'first')).rejects.toThrow('The name first is taken by another deployment');
    await expect(create(server, 'second', { resources: { cpu_cores: 3 } })).rejects.toThrow(
      'this machine has 8, of which 6 are reserved for other deployments',
    );
    await expect(server.registry.scaleAs('first', 2, BY_PERSON)).rejects.toThrow(
      '2 × 6 CPU cores require 12',
    );
    await remove('first');
  });

  it('gives each replica GPUs of its own', async () => {
    await create(server, 'gpus', { replicas: 2, resources: { gpu_count: 1 } });
    const { replicas } = await bench.untilStatus('gpus', 'active');
    expect(replicas.map(({ gpus }) => gpus).sort()).toEqual([[0], [1]]);
    const seen = await Promise.all(
      (await urls('gpus')).map(async (url) => (await fetch(`${url}/environment`)).json()),
    );
    expect(seen.map(({ env }) => env.CUDA_VISIBLE_DEVICES).sort()).toEqual(['0', '1']);
    await remove('gpus');
  });

  it('reports nothing that nobody expected', () => {
    expect(bench.reported).toEqual([]);
  });
});
