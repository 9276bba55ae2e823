import { MAX_LEVELS, MAX_PARAMS_BYTES } from '@/engine/json-limits';
import { startRunInput } from '@/lib/contracts/runs';
import { Invalid } from '../services/errors';
import type { Call } from './handle';
import { jsonAnswer } from './json-answer';
import { jsonBody } from './json-body';

/** Run parameters of the greatest depth, and the object around them. */
const BODY = { bytes: MAX_PARAMS_BYTES, levels: MAX_LEVELS + 1 };

/** Starts a run for a program, or answers the one that its `Idempotency-Key` belongs to. */
export async function submitRun({ app, request }: Call<Record<string, string>>): Promise<Response> {
  const { headers } = request;
  if (!/^application\/json\b/i.test(headers.get('content-type') ?? '')) {
    throw new Invalid('The body must be JSON: send it with "content-type: application/json".');
  }
  const body = Object(await jsonBody(request, BODY));
  const key = headers.get('idempotency-key');
  const input = startRunInput.parse({ ...body, ...(key === null ? {} : { idempotencyKey: key }) });
  const run = await app.runs.start({ ...input, trigger: 'api' });
  return jsonAnswer(run, run.existing ? 200 : 201);
}
