import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLocal } from '../adapters/clusters/local';
import { localGpus } from '../adapters/clusters/nvidia-smi';
import { replicaEnvironment } from '../adapters/runtimes/environment';
import { BY_PERSON } from '../store/deployments/change-deployments';
import { createTestDatabase } from '../testing/database';
import { until } from '../testing/until';
import type { ServerDeployments } from '.';
import { create, openWorkbench, type Workbench } from './testing/workbench';

// biome-ignore lint/style/noProcessEnv: the settings of the driver on this machine
const environment = replicaEnvironment(process.env);
const listGpus = localGpus({ environment });
const report = await listGpus(AbortSignal.timeout(10_000));
const indices = 'gpus' in report ? report.gpus.map(({ index }) => index) : [];
const count = indices.length;
if (count === 0) {
  process.stderr.write('NOT RUN: deployments on GPUs. Run it on a machine with NVIDIA GPUs and python3.\n');
}

describe.skipIf(count === 0)('deployments on the GPUs of this machine', () => {
  const machine = openLocal({ dataDir: process.cwd(), listGpus });
  const health = () => machine.health(AbortSignal.timeout(10_000));
  let bench: Workbench;
  let server: ServerDeployments;

  beforeAll(async () => {
    bench = await openWorkbench(await createTestDatabase());
    const program = join(import.meta.dirname, 'testing', 'gpu-server.py');
    const runtimes = { cuda: { cmd: ['python3', program, '{{port}}'], formats: ['gguf'] } };
    await writeFile(bench.place.runtimesFile, JSON.stringify({ runtimes }));
    server = await bench.open({ machine: { health, listGpus, environment } });
  });
  afterAll(() => bench?.close());

  const deploy = async (name: string, gpus: number) => {
    await create(server, name, { runtime: 'cuda', resources: { gpu_count: gpus } });
    const { replicas } = await bench.untilStatus(name, 'active');
    return replicas[0];
  };
  const seenBy = async (replica: { readonly url: string | null } | undefined) =>
    (await (await fetch(`${replica?.url}/health`)).json()).gpus as readonly string[];
  const remove = async (name: string) => {
    await server.registry.deleteAs(name, BY_PERSON);
    await bench.untilGone(name);
  };

  it('are listed with their models', async () => {
    const { capacity, gpuTypes, issues } = await health();
    expect(capacity.gpu.total).toBe(count);
    expect(gpuTypes.join()).toMatch(/[A-Z]/);
    expect(issues.filter(({ check }) => check === 'gpu')).toEqual([]);
  });

  it('are hidden from a replica without GPUs', async () => {
    expect(await seenBy(await deploy('none', 0))).toEqual([]);
    await remove('none');
  });

  it('belong to one replica each, until it is deleted', async () => {
    const { free } = (await health()).capacity.gpu;
    const replica = await deploy('all', count);
    const seen = await seenBy(replica);
    expect(new Set(seen).size).toBe(count);
    expect(replica?.gpus).toEqual(indices);
    await until('the memory to be in use', async () => (await health()).capacity.gpu.free === 0);
    await expect(create(server, 'more', { runtime: 'cuda', resources: { gpu_count: 1 } })).rejects.toThrow(
      `this machine has ${count}, of which ${count} are reserved for other deployments`,
    );
    await remove('all');
    await until('the memory to be free', async () => (await health()).capacity.gpu.free === free);
    expect(await seenBy(await deploy('next', 1))).toHaveLength(1);
    await remove('next');
  });

  it('are fewer when CUDA_VISIBLE_DEVICES of the server selects none', async () => {
    const hidden = localGpus({ environment: { ...environment, CUDA_VISIBLE_DEVICES: '' } });
    expect(await hidden(AbortSignal.timeout(10_000))).toEqual({ gpus: [] });
  });

  it('report nothing unexpected', () => {
    expect(bench.reported).toEqual([]);
  });
});
