import { callServer } from '@/client/api';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { EXIT, printJson, printLine } from '../output';
import { refuseRequest } from '../refuse-request';
import { worstCaseLines } from '../worst-case-lines';

export interface WorstCaseOptions {
  /** Number of a version. @default the draft */
  readonly version?: string;
  readonly server: string;
  readonly json: boolean;
}

/** Prints the longest time that a run of a pipeline can take. @returns the exit code */
export async function showWorstCase(id: string, { version, ...options }: WorstCaseOptions): Promise<number> {
  try {
    const worst = await callServer(options.server, pipelineEndpoints.worstCase, { id, version });
    if (options.json) printJson(worst);
    else for (const line of worstCaseLines(worst)) printLine(line);
    return EXIT.completed;
  } catch (error) {
    return refuseRequest(error, options);
  }
}
