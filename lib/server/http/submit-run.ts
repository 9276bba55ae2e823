import { startRunInput } from '@/lib/contracts/runs';
import { Invalid } from '../services/errors';
import type { Call } from './handle';
import { jsonAnswer } from './json-answer';
import { jsonBody } from './json-body';

/** As large as the body of an action may be. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Starts a run for a program, or answers the one that its `Idempotency-Key` belongs to. */
export async function submitRun({ app, request }: Call<Record<string, string>>): Promise<Response> {
  const { headers } = request;
  if (!/^application\/json\b/i.test(headers.get('content-type') ?? '')) {
    throw new Invalid('The body must be JSON: send it with "content-type: application/json".');
  }
  const body = Object(await jsonBody(request, MAX_BODY_BYTES));
  const key = headers.get('idempotency-key');
  const input = startRunInput.parse({ ...body, ...(key === null ? {} : { idempotencyKey: key }) });
  const run = await app.runs.start({ ...input, trigger: 'api' });
  return jsonAnswer(run, run.existing ? 200 : 201);
}
