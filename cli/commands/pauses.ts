import { callServer } from '@/client/api';
import { breakpointEndpoints } from '@/lib/contracts/endpoints/breakpoints';
import { EXIT, printJson, printLine } from '../output';
import { pauseLines } from '../pause-lines';
import { refuseRequest } from '../refuse-request';

export interface PausesOptions {
  readonly server: string;
  readonly json: boolean;
}

/** Prints the open pauses of a run at breakpoints, with resolved inputs. @returns the exit code */
export async function listPauses(id: string, options: PausesOptions): Promise<number> {
  try {
    const list = await callServer(options.server, breakpointEndpoints.pauses, { id });
    if (options.json) printJson(list);
    else if (list.pauses.length === 0) printLine('The run is not paused at a breakpoint.');
    else for (const pause of list.pauses) for (const line of pauseLines(pause)) printLine(line);
    return EXIT.completed;
  } catch (error) {
    return refuseRequest(error, options);
  }
}
