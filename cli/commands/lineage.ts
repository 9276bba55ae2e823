import { callServer } from '@/client/api';
import { lineageEndpoints } from '@/lib/contracts/endpoints/lineage';
import { lineageLines, whyLines } from '../lineage-lines';
import { EXIT, printJson, printLine } from '../output';
import { refuseRequest } from '../refuse-request';

export interface LineageOptions {
  /** Only direct readers. */
  readonly direct: boolean;
  /** The id is that of a pipeline: its draft is read. */
  readonly draft: boolean;
  readonly server: string;
  readonly json: boolean;
}

/** Prints where a value of a run or draft comes from, and what reads it. @returns the exit code */
export async function showLineage(id: string, value: string, options: LineageOptions): Promise<number> {
  try {
    const endpoint = options.draft ? lineageEndpoints.ofPipeline : lineageEndpoints.ofRun;
    const lineage = await callServer(options.server, endpoint, {
      id,
      value,
      ...(options.direct ? { direct: '1' as const } : {}),
    });
    if (options.json) printJson(lineage);
    else for (const line of lineageLines(lineage)) printLine(line);
    return EXIT.completed;
  } catch (error) {
    return refuseRequest(error, options);
  }
}

/** Prints why a step was skipped, failed or has not started. @returns the exit code */
export async function showWhy(
  id: string,
  step: string,
  options: Pick<LineageOptions, 'server' | 'json'>,
): Promise<number> {
  try {
    const why = await callServer(options.server, lineageEndpoints.why, { id, step });
    if (options.json) printJson(why);
    else for (const line of whyLines(why)) printLine(line);
    return EXIT.completed;
  } catch (error) {
    return refuseRequest(error, options);
  }
}
