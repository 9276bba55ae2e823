import { MAX_SIGNAL_BYTES, resolveInterruptedInput, signalInput } from '@/lib/contracts/runs';
import type { Call } from './handle';
import { jsonBody } from './json-body';

/** A value of the greatest size, its name, and white space between them. */
const MAX_SIGNAL_BODY_BYTES = 2 * MAX_SIGNAL_BYTES;

const MAX_ANSWER_BODY_BYTES = 16 * 1024;

/** Sends a run the signal in the body; its idempotency key may be there too, or in the header `Idempotency-Key`. */
export async function receiveSignal({ app, request, params }: Call<{ id: string }>): Promise<object> {
  const idempotencyKey = request.headers.get('idempotency-key') ?? undefined;
  const body = Object(await jsonBody(request, MAX_SIGNAL_BODY_BYTES));
  return app.runs.signal(signalInput.parse({ idempotencyKey, ...body, id: params.id }));
}

/** Gives a run the answer in the body about an attempt that was interrupted. */
export async function receiveAnswer({ app, request, params }: Call<{ id: string }>): Promise<object> {
  const body = Object(await jsonBody(request, MAX_ANSWER_BODY_BYTES));
  return app.runs.resolve(resolveInterruptedInput.parse({ ...body, runId: params.id }));
}
