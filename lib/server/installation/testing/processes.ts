import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { COMMAND_ARGS, programArgs } from '../../testing/program';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const WEB = programArgs(new URL('./web-process.ts', import.meta.url));

/** A request to a web process to call an address as a pipeline would. */
export const callOrder = z.object({ url: z.string() });

const callReply = z.object({ status: z.number(), message: z.string() });
/** The result of a call; status 0 when the call failed. */
export type CallReply = z.infer<typeof callReply>;

const report = z.object({
  steps: z.record(
    z.string(),
    z.object({
      error: z.object({ message: z.string() }).nullable(),
      output: z.looseObject({ status_code: z.number() }).nullish(),
    }),
  ),
});

/** The complete environment of a process. */
type Env = Readonly<Record<string, string>>;

/** A process of an installation. */
export interface TestProcess {
  /** Stops the process gracefully. */
  stop(): Promise<void>;
}

/** A web process that can call an address as a pipeline would. */
export interface WebProcess extends TestProcess {
  call(url: string): Promise<CallReply>;
}

/** Starts a web process and waits until it listens. */
export async function startWebProcess(env: Env): Promise<WebProcess> {
  const child = launch(WEB, env, 'ipc');
  await readied(child, once(child, 'message'));
  return {
    stop: () => end(child),
    call: async (url) => {
      child.send({ url });
      const [reply] = await once(child, 'message');
      return callReply.parse(reply);
    },
  };
}

/** Starts a worker as `npm run worker` does, and waits until it is ready. */
export async function startWorkerProcess(env: Env): Promise<TestProcess> {
  const child = launch(['scripts/worker.mjs'], env, 'ignore');
  const said = new Promise<void>((resolve) => {
    child.stderr?.on('data', (line: Buffer) => line.includes(' is ready') && resolve());
  });
  await readied(child, said);
  return { stop: () => end(child) };
}

/** Runs a pipeline on the command line; returns the output of `--json`. */
export async function runOnCommandLine(
  pipeline: unknown,
  args: readonly string[],
  env: Env,
): Promise<z.infer<typeof report>> {
  const child = launch([...COMMAND_ARGS, 'run', '-', '--json', ...args], env, 'ignore');
  child.stdin?.end(JSON.stringify(pipeline));
  return report.parse(JSON.parse(child.stdout ? await text(child.stdout) : ''));
}

function launch(args: readonly string[], env: Env, channel: 'ipc' | 'ignore'): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: '/usr/bin:/bin', NODE_ENV: 'test', ...env },
    stdio: ['pipe', 'pipe', 'pipe', channel],
  });
}

async function readied(child: ChildProcess, ready: Promise<unknown>): Promise<void> {
  let said = '';
  child.stderr?.on('data', (line: Buffer) => {
    said += line.toString();
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process ended with ${String(code)}: ${said}`);
  });
  await Promise.race([ready, ended]);
  ended.catch(() => undefined);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
