import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { tinyModel } from '../../models/tiny/tiny-model';
import { builtInRuntimes } from '../built-in';
import { commandOf } from '../command';
import { EMBEDDED } from '../runtime';

const announcement = z.object({ port: z.number() });

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Error output of the process. */
  readonly stderr: string;
}

/** A replica of the embedded runtime, started as the server starts it. */
export interface TestReplica {
  readonly child: ChildProcess;
  /** Resolves with the base URL when the port is open. */
  readonly address: Promise<string>;
  readonly exit: Promise<Exit>;
}

/** The tiny model in a temporary folder. */
export async function tinyModelFile(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-tiny-'));
  const path = join(folder, 'tiny.gguf');
  await writeFile(path, tinyModel());
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface ReplicaOptions {
  readonly modelPath: string;
  readonly port?: number;
  /** Further arguments of the program. */
  readonly args?: readonly string[];
}

/** Starts a replica without waiting for its model. */
export function startReplica({ modelPath, port = 0, args = [] }: ReplicaOptions): TestReplica {
  const runtimes = builtInRuntimes({ node: process.execPath, root: process.cwd() });
  const embedded = runtimes.find(({ name }) => name === EMBEDDED);
  if (embedded === undefined) throw new Error('There is no embedded runtime.');
  const values = { modelPath, port, name: 'tiny', threads: 1, gpus: [] };
  const command = commandOf(embedded, values, { PATH: '/usr/bin:/bin' });
  const child = spawn(command.file, [...command.args, ...args], { env: { ...command.env }, stdio: 'pipe' });
  let stderr = '';
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  const exit = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, stderr }));
  });
  const address = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => {
      resolve(`http://127.0.0.1:${announcement.parse(JSON.parse(line)).port}`);
    });
    void exit.then((end) => reject(new Error(`The replica ended with ${end.code}: ${end.stderr}`)));
  });
  // Tests of failing replicas check only the exit.
  address.catch(() => undefined);
  return { child, address, exit };
}

/** Waits until a replica has loaded its model. @returns its base URL */
export async function readyReplica(replica: TestReplica): Promise<string> {
  const address = await replica.address;
  while ((await fetch(`${address}/health`)).status !== 200) await delay(20);
  return address;
}

/** Ends a replica. */
export async function stopReplica({ child, exit }: TestReplica): Promise<Exit> {
  child.kill('SIGTERM');
  return exit;
}
