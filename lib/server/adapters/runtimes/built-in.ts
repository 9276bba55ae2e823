import { join } from 'node:path';
import { EXIT } from './embedded/exit-codes';
import { EMBEDDED, GPU_ENV, READY_TIMEOUT_SECONDS, type Runtime } from './runtime';

/** Paths of the embedded runtime. */
export interface Installation {
  /** Path of the Node.js executable. */
  readonly node: string;
  /** The project folder. */
  readonly root: string;
}

/** Prevents downloads and telemetry of inference servers. */
const OFFLINE = { HF_HUB_OFFLINE: '1', HF_HUB_DISABLE_TELEMETRY: '1', DO_NOT_TRACK: '1' } as const;
/** Longer, because vLLM and TGI load tens of gigabytes and compile GPU kernels. */
const SLOW_START_SECONDS = 900;
/** Exit code of argparse (Python) and clap (Rust) for invalid arguments. */
const REFUSED_ARGUMENTS = 2;

/** Predefined runtimes, in the order of preference. */
export function builtInRuntimes({ node, root }: Installation): readonly Runtime[] {
  return [
    {
      name: EMBEDDED,
      title: 'Embedded',
      formats: ['gguf'],
      modelPath: 'file',
      command: [
        node,
        join(root, 'scripts', 'embedded-runtime.mjs'),
        '--model={{model_path}}',
        '--port={{port}}',
        '--name={{name}}',
        '--threads={{threads}}',
      ],
      env: { NODE_LLAMA_CPP_SKIP_DOWNLOAD: 'true' },
      healthPath: '/health',
      readyTimeoutSeconds: READY_TIMEOUT_SECONDS,
      fatalExitCodes: [EXIT.invalidOptions, EXIT.noModel, EXIT.noRuntime],
      usesGpu: false,
      notes: 'llama.cpp on the CPU, through the optional package node-llama-cpp. One request at a time.',
    },
    {
      name: 'llama-server',
      title: 'llama-server',
      formats: ['gguf'],
      modelPath: 'file',
      command: [
        'llama-server',
        '--model',
        '{{model_path}}',
        '--host',
        '{{host}}',
        '--port',
        '{{port}}',
        '--alias',
        '{{name}}',
        '--threads',
        '{{threads}}',
      ],
      env: { ...GPU_ENV, LLAMA_OFFLINE: '1' },
      healthPath: '/health',
      readyTimeoutSeconds: READY_TIMEOUT_SECONDS,
      // The program exits with 1 for every failure.
      fatalExitCodes: [],
      usesGpu: true,
      notes: 'The server of llama.cpp, on CPU or GPU. Its program llama-server must be on the PATH.',
    },
    {
      name: 'vllm',
      title: 'vLLM',
      formats: ['safetensors'],
      modelPath: 'folder',
      command: [
        'vllm',
        'serve',
        '{{model_path}}',
        '--host={{host}}',
        '--port={{port}}',
        '--served-model-name={{name}}',
        // PyTorch files can contain executable code.
        '--load-format=safetensors',
        '--tensor-parallel-size={{gpu_count}}',
      ],
      env: { ...OFFLINE, VLLM_NO_USAGE_STATS: '1', ...GPU_ENV },
      healthPath: '/health',
      readyTimeoutSeconds: SLOW_START_SECONDS,
      fatalExitCodes: [REFUSED_ARGUMENTS],
      usesGpu: true,
      notes: 'Needs a GPU, except in its build for the CPU. Its program vllm must be on the PATH.',
    },
    {
      name: 'tgi',
      title: 'Text Generation Inference',
      formats: ['safetensors'],
      modelPath: 'folder',
      command: [
        'text-generation-launcher',
        '--model-id={{model_path}}',
        '--hostname={{host}}',
        '--port={{port}}',
        '--num-shard={{gpu_count}}',
        // With the defaults, two replicas on one machine would conflict on socket and ports.
        '--shard-uds-path=/tmp/pipewright-tgi-{{port}}',
        '--master-port={{second_port}}',
      ],
      env: {
        ...OFFLINE,
        USAGE_STATS: 'off',
        ...GPU_ENV,
        // Since 3.2. Earlier versions ignore it and use port 9000 for every replica.
        PROMETHEUS_PORT: '{{third_port}}',
      },
      healthPath: '/health',
      readyTimeoutSeconds: SLOW_START_SECONDS,
      fatalExitCodes: [REFUSED_ARGUMENTS],
      usesGpu: true,
      notes: 'Its program text-generation-launcher must be on the PATH. It accepts any model name.',
    },
  ];
}
