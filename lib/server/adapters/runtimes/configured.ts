import { readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { firstProblem, pathText, problemText } from '@/engine';
import { unknownPlaceholders } from './command';
import { GPU_ENV, MODEL_FORMATS, PLACEHOLDERS, READY_TIMEOUT_SECONDS, type Runtime } from './runtime';

/** RUNTIMES_FILE is invalid; the message says what to correct. */
export class RuntimesFileError extends Error {
  override readonly name = 'RuntimesFileError';
}

/** Lower limits would fail replicas on a busy machine that become ready later. */
const MIN_READY_TIMEOUT_SECONDS = 15;

const template = z
  .string()
  .refine((text) => !text.includes('\0'), 'must not contain a NUL character')
  .superRefine((text, context) => {
    for (const name of unknownPlaceholders(text, PLACEHOLDERS)) {
      context.addIssue(`contains the unknown placeholder {{${name}}}. Use ${PLACEHOLDERS.join(', ')}`);
    }
  });

const command = z
  .array(template, 'must be a list: the program, then one item for each argument. No shell reads it')
  .min(1, 'must name a program')
  .refine(([program = '']) => isProgramName(program), 'must begin with a program name or an absolute path')
  .refine((items) => items.some((item) => item.includes('{{port}}')), 'must contain {{port}}');

const configuredRuntime = z.strictObject({
  title: z.string().min(1).optional(),
  cmd: command,
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), template).default({}),
  formats: z.array(z.enum(MODEL_FORMATS)).min(1),
  model_path: z.enum(['file', 'folder']).default('file'),
  health_path: z
    .string()
    .regex(/^\/[\x21-\x7e]*$/, 'must be a path such as /health')
    .default('/health'),
  ready_timeout_seconds: z.number().min(MIN_READY_TIMEOUT_SECONDS).max(86_400).default(READY_TIMEOUT_SECONDS),
  fatal_exit_codes: z.array(z.int().min(1).max(255)).default([]),
  gpu: z.boolean().default(true),
  notes: z.string().default(''),
});

const runtimesFile = z.strictObject({
  runtimes: z.record(
    z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'must be a name of a-z, 0-9, ".", "_" and "-"'),
    configuredRuntime,
  ),
});

/**
 * Whether a program is a name to look up in PATH, or an absolute path. A relative path would depend on the working
 * folder of the server.
 */
function isProgramName(program: string): boolean {
  return program !== '' && !program.includes('{{') && (isAbsolute(program) || !program.includes('/'));
}

/**
 * The runtimes of RUNTIMES_FILE, in its order.
 * @param builtIn names of predefined runtimes
 * @throws RuntimesFileError naming the first mistake
 */
export function parseRuntimes(text: string, builtIn: readonly string[]): readonly Runtime[] {
  const parsed = runtimesFile.safeParse(jsonOf(text));
  if (!parsed.success) {
    const { path, issue } = firstProblem(parsed.error);
    throw new RuntimesFileError(`RUNTIMES_FILE: ${problemText(pathText(path, 'the document'), issue)}`);
  }
  return Object.entries(parsed.data.runtimes).map(([name, runtime]) => {
    if (builtIn.includes(name)) {
      throw new RuntimesFileError(`RUNTIMES_FILE: runtimes.${name}: the name is built in. Use another name.`);
    }
    return {
      name,
      title: runtime.title ?? name,
      formats: runtime.formats,
      modelPath: runtime.model_path,
      command: runtime.cmd,
      env: { ...GPU_ENV, ...runtime.env },
      healthPath: runtime.health_path,
      readyTimeoutSeconds: runtime.ready_timeout_seconds,
      fatalExitCodes: runtime.fatal_exit_codes,
      usesGpu: runtime.gpu,
      notes: runtime.notes,
    };
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RuntimesFileError('RUNTIMES_FILE is not JSON. Correct the file.', { cause });
  }
}

/** Reads RUNTIMES_FILE. @throws RuntimesFileError when it cannot be read, or naming the first mistake */
export async function readRuntimes(path: string, builtIn: readonly string[]): Promise<readonly Runtime[]> {
  const text = await readFile(/* turbopackIgnore: true */ path, 'utf8').catch((cause: unknown) => {
    throw new RuntimesFileError(`RUNTIMES_FILE ${path} cannot be read. Check the path and its permissions.`, {
      cause,
    });
  });
  return parseRuntimes(text, builtIn);
}
