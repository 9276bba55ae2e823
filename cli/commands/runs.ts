import { callServer } from '@/client/api';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import type { RunPage } from '@/lib/contracts/runs';
import { EXIT, printJson, printLine } from '../output';
import { refuseRequest } from '../refuse-request';
import { runLines } from '../run-lines';
import { savedSearch } from '../saved-search';

export interface RunsOptions {
  readonly search?: string;
  /** Name of a saved search, which `search` narrows. */
  readonly saved?: string;
  /** Id of a pipeline. */
  readonly pipeline?: string;
  /** Id of the last run of the previous page. */
  readonly before?: string;
  readonly limit: string;
  readonly server: string;
  readonly json: boolean;
}

/** Prints the runs of a server that a search finds, newest first. @returns the exit code */
export async function listRuns({
  search,
  saved,
  pipeline,
  before,
  limit,
  ...options
}: RunsOptions): Promise<number> {
  try {
    const base = saved === undefined ? undefined : await savedSearch(options.server, saved);
    const text = [base, search].filter((part) => part !== undefined).join(' ');
    const page: RunPage = await callServer(options.server, runEndpoints.list, {
      limit,
      ...(text === '' ? {} : { search: text }),
      ...(pipeline === undefined ? {} : { pipeline }),
      ...(before === undefined ? {} : { before }),
    });
    if (options.json) printJson(page);
    else for (const line of runLines(page)) printLine(line);
    return EXIT.completed;
  } catch (error) {
    return refuseRequest(error, options);
  }
}
