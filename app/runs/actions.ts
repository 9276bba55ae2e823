'use server';

import type { Answer } from '@/lib/contracts/errors';
import * as contract from '@/lib/contracts/runs';
import { guard } from '../server';

/** Asks a run to stop. */
export async function cancelRun(id: string): Promise<Answer> {
  return guard((app) => app.runs.cancel(contract.runIdInput.parse({ id })));
}

/** Starts a new run that repeats an earlier one. */
export async function rerunRun(input: contract.RerunRunInput): Promise<contract.StartResult> {
  return guard((app) => app.runs.rerun(contract.rerunRunInput.parse(input)));
}

/** Says what became of an attempt that was in flight when its process died. */
export async function resolveInterrupted(input: contract.ResolveInterruptedInput): Promise<Answer> {
  return guard((app) => app.runs.resolve(contract.resolveInterruptedInput.parse(input)));
}
