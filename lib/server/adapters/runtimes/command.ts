import { ActionError } from '@/engine';
import type { Placeholder, Runtime } from './runtime';

/** Values for the placeholders of a runtime. */
export interface ReplicaValues {
  /** Absolute path of the weights or of their folder. */
  readonly modelPath: string;
  /** Address to listen on. @default 127.0.0.1 */
  readonly host?: string;
  /** Port to listen on. The embedded runtime also accepts 0, for any free port. */
  readonly port: number;
  /** Further free ports, for connections between the processes of the replica. @default the two after `port` */
  readonly extraPorts?: readonly [number, number];
  /** The model name that clients of the replica send. */
  readonly name: string;
  readonly threads: number;
  /** Indices of the GPUs of the replica. */
  readonly gpus: readonly number[];
}

/** A process to start, without a shell. */
export interface ReplicaCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>> & { readonly NODE_ENV: 'production' };
}

type Values = ReadonlyMap<string, string>;

/** Local replicas are reachable from this machine only. */
const LOOPBACK = '127.0.0.1';

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/**
 * Fills in the command of a runtime. Each item of the template stays one argument, whatever its values contain.
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

/** Placeholders of a template without a value. */
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
    // Servers expect the number of processes that share a model, at least 1.
    gpu_count: String(Math.max(1, gpus.length)),
  };
  return new Map(Object.entries(values));
}

/**
 * Fills in one item. @throws ActionError when a value that is a whole argument begins with `-`, because programs would
 * read it as an option
 */
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
