'use server';

import {
  type AnswerPauseInput,
  answerPauseInput,
  type SetRunBreakpointsInput,
  setRunBreakpointsInput,
} from '@/lib/contracts/breakpoints';
import type { Answer } from '@/lib/contracts/errors';
import { type PinInput, type PinOutputInput, pinInput, pinOutputInput } from '@/lib/contracts/pins';
import { type RerunRunInput, rerunRunInput } from '@/lib/contracts/reruns';
import * as contract from '@/lib/contracts/runs';
import { guard } from '../server';

/** Cancels a run. */
export async function cancelRun(id: string): Promise<Answer> {
  return guard((app) => app.runs.cancel(contract.runIdInput.parse({ id })));
}

/** Pauses a run: no step starts until it is resumed. */
export async function pauseRun(id: string): Promise<Answer> {
  return guard((app) => app.runs.pause(contract.runIdInput.parse({ id })));
}

/** Resumes a paused or quarantined run. */
export async function resumeRun(id: string): Promise<Answer> {
  return guard((app) => app.runs.resume(contract.runIdInput.parse({ id })));
}

/** Sends a signal to a run; an approval sends true. */
export async function signalRun(input: contract.SignalInput): Promise<Answer> {
  return guard((app) => app.runs.signal(contract.signalInput.parse(input)));
}

/** Pins or unpins a run. */
export async function pinRun(input: contract.PinRunInput): Promise<Answer> {
  return guard((app) => app.runs.pin(contract.pinRunInput.parse(input)));
}

/** Pins the output of a step for tries: that of a run, or an entered one. */
export async function pinOutput(input: PinOutputInput): Promise<Answer> {
  return guard((app) => app.runs.pinOutput(pinOutputInput.parse(input)));
}

/** Removes a pinned output. */
export async function removePin(input: PinInput): Promise<Answer> {
  return guard((app) => app.runs.removePin(pinInput.parse(input)));
}

/** Starts a new run that repeats an earlier one. */
export async function rerunRun(input: RerunRunInput): Promise<contract.StartResult> {
  return guard((app) => app.runs.rerun(rerunRunInput.parse(input)));
}

/** Answers the question about an attempt that was in flight when its process died. */
export async function resolveInterrupted(input: contract.ResolveInterruptedInput): Promise<Answer> {
  return guard((app) => app.runs.resolve(contract.resolveInterruptedInput.parse(input)));
}

/** Answers a pause at a breakpoint. */
export async function resolvePause(input: AnswerPauseInput): Promise<Answer> {
  return guard((app) => app.runs.answerPause(answerPauseInput.parse(input)));
}

/** Replaces the breakpoints of an active run. */
export async function setRunBreakpoints(input: SetRunBreakpointsInput): Promise<Answer> {
  return guard((app) => app.runs.setRunBreakpoints(setRunBreakpointsInput.parse(input)));
}
