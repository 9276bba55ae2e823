/** Kinds of weights, by the files of a model. */
export const MODEL_FORMATS = ['gguf', 'safetensors', 'onnx', 'pytorch'] as const;
export type ModelFormat = (typeof MODEL_FORMATS)[number];

/** What a command template may contain, as `{{name}}`. */
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

/** An inference server that a replica can be a process of: it answers the OpenAI API on one port. */
export interface Runtime {
  /** Unique. */
  readonly name: string;
  /** Name for people. */
  readonly title: string;
  /** Formats that it loads. */
  readonly formats: readonly ModelFormat[];
  /** What `model_path` is: the file of the weights, or a folder with all files of the model under their names. */
  readonly modelPath: 'file' | 'folder';
  /** Program and arguments. A placeholder never becomes more than one argument. */
  readonly command: readonly string[];
  /** Variables of the process, with placeholders, beside those that it inherits. */
  readonly env: Readonly<Record<string, string>>;
  /** Answers 200 when the model is loaded. */
  readonly healthPath: string;
  /** How long a replica may take to become ready, in seconds. */
  readonly readyTimeoutSeconds: number;
  /** Exit codes of errors that another attempt cannot change, such as arguments that the program refuses. */
  readonly fatalExitCodes: readonly number[];
  readonly usesGpu: boolean;
  /** What a person should know before using it. */
  readonly notes: string;
}

/** Name of the runtime that is part of Pipewright. */
export const EMBEDDED = 'embedded';

/** Default limit for becoming ready: large weights are read from disk, and some servers compile kernels. */
export const READY_TIMEOUT_SECONDS = 120;
