import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const WEB = fileURLToPath(new URL('./web-process.ts', import.meta.url));

/** What a web process is to call, as its pipelines would. */
export const callOrder = z.object({ url: z.string() });

const callReply = z.object({ status: z.number(), message: z.string() });
/** What came of a call; status 0 when nothing was reached. */
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

/** The environment of a process: nothing but what the test says. */
type Env = Readonly<Record<string, string>>;

/** A process of an installation. */
export interface TestProcess {
  /** Ends it in good order. */
  stop(): Promise<void>;
}

/** A web process, which can be asked to call an address as its pipelines would. */
export interface WebProcess extends TestProcess {
  call(url: string): Promise<CallReply>;
}

/** Starts a web process and waits until it listens. */
export async function startWebProcess(env: Env): Promise<WebProcess> {
  const child = launch(['--import', 'tsx', WEB], env, 'ipc');
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

/** Starts what `npm run worker` starts, and waits until it says that it is ready. */
export async function startWorkerProcess(env: Env): Promise<TestProcess> {
  const child = launch(['scripts/worker.mjs'], env, 'ignore');
  const said = new Promise<void>((resolve) => {
    child.stderr?.on('data', (line: Buffer) => line.includes(' is ready') && resolve());
  });
  await readied(child, said);
  return { stop: () => end(child) };
}

/** Runs a pipeline on the command line; answers what `--json` prints. */
export async function runOnCommandLine(
  pipeline: unknown,
  args: readonly string[],
  env: Env,
): Promise<z.infer<typeof report>> {
  const child = launch(['--import', 'tsx', 'cli/index.ts', 'run', '-', '--json', ...args], env, 'ignore');
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
