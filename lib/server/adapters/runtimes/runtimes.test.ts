import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRuntimes } from '.';
import { builtInRuntimes } from './built-in';
import { chooseRuntime } from './choose';
import { commandOf } from './command';
import { parseRuntimes } from './configured';
import { formatOf, weightsIn } from './formats';
import { threadsOf } from './threads';

const builtIn = builtInRuntimes({ node: '/usr/bin/node', root: '/srv/app' });
const only =
  (...names: string[]) =>
  ({ name }: { readonly name: string }) =>
    names.includes(name);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-runtimes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the format of a model', () => {
  test.each([
    [['model-q4.gguf', 'README.md'], 'gguf'],
    [['config.json', 'model-00001-of-00002.safetensors', 'pytorch_model.bin'], 'safetensors'],
    [['onnx/model.onnx'], 'onnx'],
    [['pytorch_model.bin'], 'pytorch'],
    [['README.md'], undefined],
  ])('%j is %s', (paths, format) => {
    expect(formatOf(paths)).toBe(format);
  });

  test('its weights are ordered by part', () => {
    expect(weightsIn('gguf', ['m-00002-of-00002.gguf', 'README.md', 'm-00001-of-00002.gguf'])).toEqual([
      'm-00001-of-00002.gguf',
      'm-00002-of-00002.gguf',
    ]);
  });
});

describe('the runtime of a deployment', () => {
  const gguf = { model: 'tiny', format: 'gguf', gpuCount: 0 } as const;
  const tensors = { model: 'large', format: 'safetensors', gpuCount: 1 } as const;

  test.each([
    [gguf, ['embedded', 'llama-server'], 'embedded'],
    [gguf, ['llama-server'], 'llama-server'],
    [{ ...gguf, gpuCount: 1 }, ['embedded', 'llama-server'], 'llama-server'],
    [{ ...gguf, runtime: 'llama-server' }, ['embedded', 'llama-server'], 'llama-server'],
    [tensors, ['vllm', 'tgi'], 'vllm'],
    [tensors, ['tgi'], 'tgi'],
  ])('of %j with %j installed is %s', (request, installed, name) => {
    const offer = { runtimes: builtIn, isInstalled: only(...installed) };
    expect(chooseRuntime(request, offer).name).toBe(name);
  });

  test.each([
    [gguf, 'The model "tiny" needs Embedded or llama-server, and none is installed. For Embedded, run'],
    [
      tensors,
      'The model "large" needs vLLM or Text Generation Inference on a GPU, and none is installed. For vLLM, install vllm on the PATH',
    ],
    [
      { ...tensors, format: 'onnx' as const },
      'No runtime loads onnx files on a GPU, which the model "large" has.',
    ],
    [{ ...tensors, format: 'pytorch' as const }, 'No runtime loads pytorch files on a GPU'],
    [{ ...gguf, format: undefined }, 'The model "tiny" has no file with weights'],
    [
      { ...gguf, runtime: 'ollama' },
      'The runtime "ollama" does not exist. Use one of embedded, llama-server, vllm, tgi.',
    ],
    [{ ...gguf, runtime: 'vllm' }, 'vLLM does not load gguf files, which the model "tiny" has.'],
    [{ ...gguf, runtime: 'embedded', gpuCount: 2 }, 'Embedded does not use GPUs. Set gpu_count to 0'],
    [
      { ...gguf, runtime: 'llama-server' },
      'llama-server is not installed. For llama-server, install llama-server',
    ],
  ])('%j is refused with a reason and a hint', (request, message) => {
    expect(() => chooseRuntime(request, { runtimes: builtIn, isInstalled: () => false })).toThrow(message);
  });
});

describe('the threads of a replica', () => {
  test.each([
    [{ replicas: 1, cores: 8 }, 7],
    [{ replicas: 3, cores: 8 }, 2],
    [{ replicas: 9, cores: 8 }, 1],
    [{ replicas: 1, cores: 2 }, 1],
    [{ replicas: 0, cores: 1 }, 1],
    [{ replicas: 3, cores: 8, cpuCores: 4.5 }, 4],
    [{ replicas: 1, cores: 8, cpuCores: 0.5 }, 1],
  ])('%j: %i', (share, threads) => {
    expect(threadsOf(share)).toBe(threads);
  });
});

describe('RUNTIMES_FILE', () => {
  const names = builtIn.map(({ name }) => name);
  const valid = { cmd: ['/opt/serve', '--port', '{{port}}', '{{model_path}}'], formats: ['onnx'] };
  const fileOf = (runtimes: unknown) => JSON.stringify({ runtimes });

  test('describes a runtime by command, formats and health path', () => {
    const [runtime, ...others] = parseRuntimes(
      fileOf({ mine: { ...valid, health_path: '/ready', env: { GPUS: '{{gpu_count}}' } } }),
      names,
    );
    expect(others).toEqual([]);
    if (runtime === undefined) throw new Error('none');
    expect(runtime).toMatchObject({
      name: 'mine',
      title: 'mine',
      formats: ['onnx'],
      modelPath: 'file',
      healthPath: '/ready',
      readyTimeoutSeconds: 120,
    });
    const replica = { modelPath: '/m', port: 9, name: 'n', threads: 1, gpus: [1] };
    expect(commandOf(runtime, replica, {})).toEqual({
      file: '/opt/serve',
      args: ['--port', '9', '/m'],
      env: { GPUS: '1', CUDA_DEVICE_ORDER: 'PCI_BUS_ID', CUDA_VISIBLE_DEVICES: '1', NODE_ENV: 'production' },
    });
  });

  test.each([
    ['{', 'RUNTIMES_FILE is not JSON. Correct the file.'],
    [
      fileOf({ mine: { ...valid, cmd: 'serve --port {{port}}' } }),
      'runtimes.mine.cmd must be a list: the program',
    ],
    [
      fileOf({ mine: { ...valid, cmd: ['serve', '{{port}}', '{{hostname}}'] } }),
      'unknown placeholder {{hostname}}',
    ],
    [fileOf({ mine: { ...valid, cmd: ['serve'] } }), 'runtimes.mine.cmd must contain {{port}}'],
    [
      fileOf({ mine: { ...valid, cmd: ['./serve', '{{port}}'] } }),
      'must begin with a program name or an absolute path',
    ],
    [
      fileOf({ mine: { ...valid, health_path: 'ready' } }),
      'runtimes.mine.health_path must be a path such as /health',
    ],
    [fileOf({ mine: { ...valid, formats: ['gif'] } }), 'runtimes.mine.formats[0] must be "gguf", '],
    [fileOf({ mine: { ...valid, healthPath: '/x' } }), 'healthPath'],
    [fileOf({ 'a b': valid }), 'RUNTIMES_FILE: runtimes.a b has an invalid name: '],
    [fileOf({ vllm: valid }), 'runtimes.vllm: the name is built in. Use another name.'],
  ])('%s is refused', (text, message) => {
    expect(() => parseRuntimes(text, names)).toThrow(message);
  });

  test('comes before the built-in runtimes, and its programs are looked up on the PATH of replicas', async () => {
    const file = join(folder, 'runtimes.json');
    await writeFile(file, fileOf({ mine: { ...valid, cmd: ['serve-mine', '{{port}}'] } }));
    const runtimes = await openRuntimes({ root: folder, runtimes: { file, environment: { PATH: folder } } });
    const [mine, embedded] = runtimes.all;
    if (mine === undefined || embedded === undefined) throw new Error('none');
    expect([mine.name, embedded.name]).toEqual(['mine', 'embedded']);
    expect([runtimes.isInstalled(mine), runtimes.isInstalled(embedded)]).toEqual([false, false]);
    await writeFile(join(folder, 'serve-mine'), '#!/bin/sh\n');
    expect(runtimes.isInstalled(mine)).toBe(false);
    await chmod(join(folder, 'serve-mine'), 0o755);
    expect(runtimes.isInstalled(mine)).toBe(true);
  });

  test('that is absent is reported with its path', async () => {
    const settings = { root: folder, runtimes: { file: '/nowhere/r.json', environment: {} } };
    await expect(openRuntimes(settings)).rejects.toThrow(
      'RUNTIMES_FILE /nowhere/r.json cannot be read. Check the path and its permissions.',
    );
  });
});
