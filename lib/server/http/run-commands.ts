import { MAX_LEVELS, MAX_SIGNAL_BYTES } from '@/engine/json-limits';
import { resolveInterruptedInput, signalInput } from '@/lib/contracts/runs';
import type { Call } from './handle';
import { jsonBody } from './json-body';

/** A value of the greatest size and depth, its name, and white space between them. */
const SIGNAL_BODY = { bytes: 2 * MAX_SIGNAL_BYTES, levels: MAX_LEVELS + 1 };

const ANSWER_BODY = { bytes: 16 * 1024, levels: 2 };

/** Sends a run the signal in the body; its idempotency key may be there too, or in the header `Idempotency-Key`. */
export async function receiveSignal({ app, request, params }: Call<{ id: string }>): Promise<object> {
  const idempotencyKey = request.headers.get('idempotency-key') ?? undefined;
  const body = Object(await jsonBody(request, SIGNAL_BODY));
  return app.runs.signal(signalInput.parse({ idempotencyKey, ...body, id: params.id }));
}

/** Gives a run the answer in the body about an attempt that was interrupted. */
export async function receiveAnswer({ app, request, params }: Call<{ id: string }>): Promise<object> {
  const body = Object(await jsonBody(request, ANSWER_BODY));
  return app.runs.resolve(resolveInterruptedInput.parse({ ...body, runId: params.id }));
}
