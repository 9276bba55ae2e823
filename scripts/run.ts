import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The project folder, without a trailing slash. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Options for running a program. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Timeout in ms. @default none */
  readonly timeoutMs?: number;
}

/** Starts a program in the project folder; it shares the terminal. */
export function start(command: string, args: readonly string[], options: RunOptions = {}): ChildProcess {
  return spawn(command, [...args], {
    cwd: projectRoot,
    env: { ...process.env, ...options.env },
    stdio: 'inherit',
    timeout: options.timeoutMs,
  });
}

/** The exit code of a program as a shell counts it; 127 when it could not be started. */
export function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/** Runs a program until it exits. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<number> {
  return exitCode(start(command, args, options));
}

/** Runs a program and prints its output at its end, so that outputs of concurrent programs do not mix. */
export async function runBuffered(
  command: string,
  args: readonly string[],
): Promise<{ code: number; output: string }> {
  const child = spawn(command, [...args], { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  // Unlike `exit`, `close` comes after the last output.
  const [code] = await once(child, 'close');
  const whole = Buffer.concat(output);
  process.stdout.write(whole);
  return { code: code ?? 1, output: whole.toString('utf8') };
}

/** Runs a JavaScript file of an installed package with this Node.js. */
export function runPackage(file: string, args: readonly string[], options: RunOptions = {}): Promise<number> {
  return run(process.execPath, [`node_modules/${file}`, ...args], options);
}

/** Prints why a script failed, and sets the exit code. */
export function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
