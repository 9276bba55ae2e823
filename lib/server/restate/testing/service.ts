import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { DatabaseTarget } from '../../db/connect';
import { programArgs } from '../../testing/program';
import type { RestateSettings } from '../settings';

const PROGRAM = programArgs(new URL('./service-process.ts', import.meta.url));

/** Input of a service process. */
export interface ServiceOrder {
  readonly target: DatabaseTarget;
  readonly restate: RestateSettings;
}

/** A separate process that executes runs of Restate. */
export interface ServiceProcess {
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
}

/** Starts one and waits until it listens. */
export async function startService(order: ServiceOrder): Promise<ServiceProcess> {
  const child: ChildProcess = spawn(process.execPath, [...PROGRAM, JSON.stringify(order)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [ready] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (ready !== 'ready') throw new Error(`The service process ended with ${String(ready)}.`);
  return {
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
