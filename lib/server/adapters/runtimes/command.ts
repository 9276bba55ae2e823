import { ActionError } from '@/engine';
import type { Placeholder, Runtime } from './runtime';

/** What a replica is started with. */
export interface ReplicaValues {
  /** Absolute. */
  readonly modelPath: string;
  /** Address to listen on. @default 127.0.0.1 */
  readonly host?: string;
  /** 0 lets the embedded runtime choose one; others need a number. */
  readonly port: number;
  /** Further free ports, for connections between the processes of the replica. @default the two after `port` */
  readonly extraPorts?: readonly [number, number];
  /** The model name that clients of the replica send. */
  readonly name: string;
  readonly threads: number;
  /** Indices of the GPUs that the replica may use. */
  readonly gpus: readonly number[];
}

/** A process to start, without a shell. */
export interface ReplicaCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>> & { readonly NODE_ENV: 'production' };
}

type Values = ReadonlyMap<string, string>;

/** Replicas on this machine are reached from nowhere else. */
const LOOPBACK = '127.0.0.1';

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/**
 * The process of a replica. Each item of the template stays one argument, whatever a name contains.
 * @param inherited variables that every replica gets
 * @throws ActionError `invalid_params` when a value would be read as an option
 */
export function commandOf(
  runtime: Runtime,
  replica: ReplicaValues,
  inherited: Readonly<Record<string, string>>,
): ReplicaCommand {
  const values = valuesOf(replica);
  const [file = '', ...args] = runtime.command.map((item) => filled(item, values));
  const own = Object.entries(runtime.env).map(([name, value]) => [name, replaced(value, values)]);
  return { file, args, env: { ...inherited, ...Object.fromEntries(own), NODE_ENV: 'production' } };
}

/** Placeholders of a template that no value has. */
export function unknownPlaceholders(template: string, known: readonly string[]): readonly string[] {
  const found = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return found.filter((name) => !known.includes(name));
}

function valuesOf(replica: ReplicaValues): Values {
  const {
    modelPath,
    host = LOOPBACK,
    port,
    extraPorts = [port + 1, port + 2],
    name,
    threads,
    gpus,
  } = replica;
  for (const value of [modelPath, name]) {
    if (value.includes('\0')) throw unusable(value, 'contains a NUL character');
  }
  const values: Record<Placeholder, string> = {
    model_path: modelPath,
    host,
    port: String(port),
    second_port: String(extraPorts[0]),
    third_port: String(extraPorts[1]),
    name,
    threads: String(Math.max(1, Math.floor(threads))),
    gpu_ids: gpus.join(','),
    // Servers count the processes that share a model, of which there is always one.
    gpu_count: String(Math.max(1, gpus.length)),
  };
  return new Map(Object.entries(values));
}

/** A value that is an argument of its own must not look like an option: programs would obey it. */
function filled(item: string, values: Values): string {
  const argument = replaced(item, values);
  if (argument.startsWith('-') && item.startsWith('{{')) {
    throw unusable(argument, 'begins with "-", which programs read as an option');
  }
  return argument;
}

function replaced(template: string, values: Values): string {
  return template.replace(PLACEHOLDER, (whole, name: string) => values.get(name) ?? whole);
}

function unusable(value: string, why: string): ActionError {
  return new ActionError(
    'invalid_params',
    `A replica cannot be started with the value ${JSON.stringify(value)}: it ${why}. Use another name.`,
  );
}
