import { callServer } from '@/client/api';
import { runDiffEndpoints } from '@/lib/contracts/endpoints/run-diffs';
import { diffLines } from '../diff-lines';
import { EXIT, printJson, printLine } from '../output';
import { refuseRequest } from '../refuse-request';
import { sinceWorkedLines } from '../since-worked-lines';

export interface DiffOptions {
  readonly server: string;
  readonly json: boolean;
}

/** Prints what differs between two runs of a server. @returns the exit code: 1 when a step differs */
export async function diff(base: string, id: string, options: DiffOptions): Promise<number> {
  try {
    const found = await callServer(options.server, runDiffEndpoints.diff, { id, base });
    if (options.json) printJson(found);
    else for (const line of diffLines(found)) printLine(line);
    return found.steps.some(({ cause }) => cause !== null) ? EXIT.failed : EXIT.completed;
  } catch (error) {
    return refuseRequest(error, options);
  }
}

export interface SinceWorkedOptions extends DiffOptions {
  /** The index of an iteration from 0; `6.2` inside nested loops. */
  readonly iteration?: string;
}

/** Prints how a step or an iteration of a run differs from its last completion. @returns the exit code: 1 when it failed */
export async function showSinceWorked(
  id: string,
  step: string,
  { iteration, ...options }: SinceWorkedOptions,
): Promise<number> {
  try {
    const found = await callServer(options.server, runDiffEndpoints.sinceWorked, { id, step, iteration });
    if (options.json) printJson(found);
    else for (const line of sinceWorkedLines(found)) printLine(line);
    return found.run.step?.status === 'failed' ? EXIT.failed : EXIT.completed;
  } catch (error) {
    return refuseRequest(error, options);
  }
}
