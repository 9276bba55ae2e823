'use server';

import type { Answer } from '@/lib/contracts/errors';
import * as contract from '@/lib/contracts/runs';
import { guard } from '../server';

/** Asks a run to stop. */
export async function cancelRun(id: string): Promise<Answer> {
  return guard((app) => app.runs.cancel(contract.runIdInput.parse({ id })));
}

/** Asks a run to start nothing more until it is resumed. */
export async function pauseRun(id: string): Promise<Answer> {
  return guard((app) => app.runs.pause(contract.runIdInput.parse({ id })));
}

/** Lets a run that is held go on. */
export async function resumeRun(id: string): Promise<Answer> {
  return guard((app) => app.runs.resume(contract.runIdInput.parse({ id })));
}

/** Sends a run a value, which its conditions read; to approve is to send true. */
export async function signalRun(input: contract.SignalInput): Promise<Answer> {
  return guard((app) => app.runs.signal(contract.signalInput.parse(input)));
}

/** Keeps a run whatever its age, or no longer. */
export async function keepRun(input: contract.KeepRunInput): Promise<Answer> {
  return guard((app) => app.runs.keep(contract.keepRunInput.parse(input)));
}

/** Starts a new run that repeats an earlier one. */
export async function rerunRun(input: contract.RerunRunInput): Promise<contract.StartResult> {
  return guard((app) => app.runs.rerun(contract.rerunRunInput.parse(input)));
}

/** Says what became of an attempt that was in flight when its process died. */
export async function resolveInterrupted(input: contract.ResolveInterruptedInput): Promise<Answer> {
  return guard((app) => app.runs.resolve(contract.resolveInterruptedInput.parse(input)));
}
