import { parseArgs } from 'node:util';

/** Options of the command line. */
export interface ProgramOptions {
  readonly model: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Name of the model in responses. */
  readonly name: string;
  readonly threads: number;
  /** Limit of prompt and answer together, in tokens, within the limit of the model. */
  readonly contextSize: number;
  /** Maximum number of waiting requests. */
  readonly queue: number;
}

/** An invalid command line. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';
}

const DEFAULTS = {
  port: '0',
  name: 'model',
  // More threads than free cores delay every token.
  threads: '1',
  // Memory grows with the context: 4,096 tokens of a model with 7 billion parameters need 0.5 to 2 GB.
  'context-size': '4096',
  queue: '64',
} as const;

/** Reads the command line. @throws OptionsError naming the first mistake */
export function readOptions(args: readonly string[]): ProgramOptions {
  const values = parsed(args);
  if (!values.model) throw new OptionsError('--model must be the path of a GGUF file.');
  return {
    model: values.model,
    port: wholeNumber('port', values.port, 0, 65_535),
    name: values.name,
    threads: wholeNumber('threads', values.threads, 1, 1024),
    contextSize: wholeNumber('context-size', values['context-size'], 64, 10_000_000),
    queue: wholeNumber('queue', values.queue, 0, 100_000),
  };
}

function parsed(args: readonly string[]) {
  const option = (name: keyof typeof DEFAULTS) => ({ type: 'string', default: DEFAULTS[name] }) as const;
  try {
    const options = {
      model: { type: 'string' },
      port: option('port'),
      name: option('name'),
      threads: option('threads'),
      'context-size': option('context-size'),
      queue: option('queue'),
    } as const;
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new OptionsError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new OptionsError(`--${name} must be a whole number from ${min} to ${max}, but is "${text}".`);
}
