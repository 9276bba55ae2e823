import { callServer } from '@/client/api';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { EXIT } from '../output';
import { refuseRequest } from '../refuse-request';

export interface ExportRunOptions {
  readonly server: string;
}

/** Prints a run of a server as one file. @returns the exit code */
export async function exportRun(id: string, { server }: ExportRunOptions): Promise<number> {
  try {
    const file = await callServer(server, runEndpoints.export, { id });
    process.stdout.write(`${JSON.stringify(file)}\n`);
    return EXIT.completed;
  } catch (error) {
    return refuseRequest(error, { server, json: false });
  }
}
