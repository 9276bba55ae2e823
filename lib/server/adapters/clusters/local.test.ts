import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterStatus } from '@/engine';
import { type Machine, openLocal } from './local';
import { localGpus, parseGpus } from './nvidia-smi';
import { expectAborts, expectHealth } from './testing/conformance';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(os.tmpdir(), 'pipewright-local-cluster-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;
const GB = 1e9;

const machine = (parts: Partial<Machine> = {}): Machine => ({
  cpu: { total: 8, free: 5 },
  memory: { total: 16 * GB, free: 9 * GB },
  disk: { total: 100 * GB, free: 40 * GB },
  ...parts,
});

const gpus = (command: string, environment: Record<string, string> = {}) =>
  localGpus({ command, environment, timeoutMs: 60_000 });
const absent = () => gpus(join(folder, 'absent'));
const local = (parts: Partial<Machine> = {}, listGpus = absent()) =>
  openLocal({ dataDir: folder, readMachine: async () => machine(parts), listGpus });

/** A command in the place of nvidia-smi. */
async function command(name: string, script: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

describe('the local cluster', () => {
  test('is this machine, with the values of the system', async () => {
    const real = openLocal({ dataDir: folder, listGpus: absent() });
    const health = await expectHealth(real);
    expect(health.nodes).toMatchObject([{ name: os.hostname(), isReady: true, gpuTypes: [] }]);
    expect(health.capacity.cpu.total).toBe(os.availableParallelism());
    expect(health.capacity.memory.total).toBeLessThanOrEqual(os.totalmem());
    expect(health.disk?.total).toBeGreaterThan(0);
    await expectAborts(real);
  });

  test('reads the disk of the nearest folder that exists', async () => {
    const above = openLocal({ dataDir: join(folder, 'not', 'yet'), listGpus: absent() });
    expect((await above.health(signal)).disk?.total).toBeGreaterThan(0);
  });

  test('is healthy without GPUs', async () => {
    const health = await local().health(signal);
    expect(health.issues).toEqual([]);
    expect(health.capacity.gpu).toEqual({ total: 0, free: 0 });
  });

  test('is degraded when memory or disk is short', async () => {
    const { issues } = await local({
      memory: { total: 16 * GB, free: 0.4 * GB },
      disk: { total: 100 * GB, free: 2 * GB },
    }).health(signal);
    expect(clusterStatus(issues)).toBe('degraded');
    expect(issues).toEqual([
      {
        check: 'nodes',
        severity: 'degraded',
        message: 'Memory is low: 0.4 of 16.0 GB are free. Stop programs, or add memory.',
      },
      {
        check: 'storage',
        severity: 'degraded',
        message: `The disk of ${folder} is almost full: 2.0 of 100.0 GB are free. Free space on it.`,
      },
    ]);
  });

  test('judges the memory of a small machine by its share', async () => {
    const half = { total: 2 * GB, free: 0.5 * GB };
    expect((await local({ memory: half, disk: half }).health(signal)).issues).toEqual([]);
  });

  test('lists GPUs of the driver, free where their memory is idle', async () => {
    const file = await command(
      'smi',
      'printf "0, GPU-1a, NVIDIA L4, 23034, 1\\n1, GPU-1b, NVIDIA L4, 23034, 20120\\n2, GPU-2c, NVIDIA H200, 143771, 4\\n"',
    );
    const health = await expectHealth(local({}, gpus(file)));
    expect(health.capacity.gpu).toEqual({ total: 3, free: 2 });
    expect(health.gpuTypes).toEqual(['NVIDIA H200', 'NVIDIA L4']);
    expect(health.issues).toEqual([]);
  });

  test('passes the same arguments each time, without a shell', async () => {
    const seen = join(folder, 'seen');
    const file = await command('record', `printf '%s|' "$@" > ${seen}`);
    await local({}, gpus(file)).health(signal);
    expect(await readFile(seen, 'utf8')).toBe(
      '--query-gpu=index,uuid,name,memory.total,memory.used|--format=csv,noheader,nounits|',
    );
  });

  test('is degraded when the driver does not work', async () => {
    const file = await command('broken', 'echo "NVIDIA-SMI has failed"; exit 9');
    const { issues, capacity } = await local({}, gpus(file)).health(signal);
    expect(issues).toMatchObject([{ check: 'gpu', severity: 'degraded' }]);
    expect(capacity.gpu.total).toBe(0);
  });

  test('ends the command when the caller aborts', async () => {
    const file = await command('hangs', 'exec sleep 600');
    const controller = new AbortController();
    const health = local({}, gpus(file)).health(controller.signal);
    controller.abort(new Error('enough'));
    await expect(health).rejects.toThrow('enough');
  });
});

describe('the output of nvidia-smi', () => {
  test.each([
    'No devices were found',
    '1, GPU-1b, NVIDIA L4, 23034',
    '1, GPU-1b, NVIDIA L4, 23034 MiB, 1 MiB',
    '1, GPU-1b, , 1, 1',
    '1, , NVIDIA L4, 1, 1',
    'b, GPU-1b, NVIDIA L4, 1, 1',
    '1, GPU-1b, a, 1, 1, 1',
  ])('that is not a list of GPUs is an error: %s', (line) => {
    expect(parseGpus(`0, GPU-1a, NVIDIA L4, 23034, 1\n${line}\n`)).toHaveProperty('problem');
  });

  test('may have no memory use of a partitioned GPU, which is then not free', () => {
    expect(parseGpus('0, GPU-2c, NVIDIA H200, 143771, [N/A]\r\n')).toEqual({
      gpus: [{ index: 0, uuid: 'GPU-2c', name: 'NVIDIA H200', isFree: false }],
    });
  });

  test('is empty without GPUs', () => {
    expect(parseGpus('\n')).toEqual({ gpus: [] });
  });
});

describe('CUDA_VISIBLE_DEVICES of the server', () => {
  test.each([
    ['1', [1]],
    ['2,0', [2, 0]],
    [' 0 , 1 ', [0, 1]],
    ['GPU-2c,0', [2, 0]],
    ['GPU-1', [0]],
    ['', []],
    ['-1', []],
    ['0,7,1', [0]],
    ['1,1,0', [1]],
    ['MIG-GPU-1a/1/0', []],
  ])('selects GPUs as CUDA does: "%s"', async (selection, expected) => {
    const file = await command(
      'three',
      'printf "0, GPU-1a, L4, 9, 1\\n1, GPU-1b, L4, 9, 1\\n2, GPU-2c, L4, 9, 1\\n"',
    );
    const report = await gpus(file, { CUDA_VISIBLE_DEVICES: selection })(signal);
    expect(report).toMatchObject({ gpus: expected.map((index) => ({ index })) });
    const { capacity } = await local({}, gpus(file, { CUDA_VISIBLE_DEVICES: selection })).health(signal);
    expect(capacity.gpu.total).toBe(expected.length);
  });
});
