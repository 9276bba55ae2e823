import { callServer } from '@/client/api';
import { runTimeEndpoints } from '@/lib/contracts/endpoints/run-time';
import { EXIT, printJson, printLine } from '../output';
import { refuseRequest } from '../refuse-request';
import { timeLines } from '../time-lines';

export interface TimeOptions {
  /** An instant, in seconds since the start of the run. */
  readonly at?: string;
  readonly server: string;
  readonly json: boolean;
}

/** Prints where the time of a run went, compared with earlier runs. @returns the exit code */
export async function showTime(id: string, { at, ...options }: TimeOptions): Promise<number> {
  try {
    const given = at === undefined ? {} : { t: at };
    const time = await callServer(options.server, runTimeEndpoints.time, { id, ...given });
    if (options.json) printJson(time);
    else for (const line of timeLines(time, at)) printLine(line);
    return EXIT.completed;
  } catch (error) {
    return refuseRequest(error, options);
  }
}
