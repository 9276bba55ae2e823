/** Kinds of weights, by the files of a model. */
export const MODEL_FORMATS = ['gguf', 'safetensors', 'onnx', 'pytorch'] as const;
export type ModelFormat = (typeof MODEL_FORMATS)[number];

/** Placeholders of a command template, as `{{name}}`. */
export const PLACEHOLDERS = [
  'model_path',
  'host',
  'port',
  'second_port',
  'third_port',
  'name',
  'threads',
  'gpu_ids',
  'gpu_count',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** An inference server with an OpenAI-compatible API on one port. */
export interface Runtime {
  /** Unique. */
  readonly name: string;
  /** Display name. */
  readonly title: string;
  /** Supported formats. */
  readonly formats: readonly ModelFormat[];
  /** Whether `model_path` is the file with the weights, or a folder with all files of the model. */
  readonly modelPath: 'file' | 'folder';
  /** Program and arguments. A placeholder never becomes more than one argument. */
  readonly command: readonly string[];
  /** Additional variables of the process, with placeholders. */
  readonly env: Readonly<Record<string, string>>;
  /** Path of the health check, which returns 200 when the model is loaded. */
  readonly healthPath: string;
  /** Time limit for becoming ready, in seconds. */
  readonly readyTimeoutSeconds: number;
  /** Exit codes of permanent failures, such as invalid arguments. */
  readonly fatalExitCodes: readonly number[];
  readonly usesGpu: boolean;
  /** Notes for users of the runtime. */
  readonly notes: string;
}

/** Restricts a process to the GPUs of its replica, whose indices are those of nvidia-smi. */
export const GPU_ENV = { CUDA_DEVICE_ORDER: 'PCI_BUS_ID', CUDA_VISIBLE_DEVICES: '{{gpu_ids}}' };

/** Name of the runtime that is part of Pipewright. */
export const EMBEDDED = 'embedded';

/** Default limit for becoming ready: large weights are read from disk, and some servers compile kernels. */
export const READY_TIMEOUT_SECONDS = 120;
