import { exportRun } from '../services/runs/export';
import { attachment, jsonFile } from './files';
import type { RequestContext } from './serve';

/** Sends a run as one file. */
export async function sendRunFile(ctx: RequestContext, input: { id: string }): Promise<Response> {
  const { file, text } = await exportRun(ctx, input);
  const { pipelineName, number } = file.run;
  return jsonFile(text, {
    'content-disposition': attachment(`${pipelineName} run ${number}.json`),
    'cache-control': 'no-store',
  });
}
