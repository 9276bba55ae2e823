/** A call of a handler of a Restate workflow, without waiting for its result. */
export interface Send {
  readonly service: string;
  /** The key of the workflow. */
  readonly key: string;
  readonly handler: string;
  readonly parameter: number | null;
  /** Restate executes only one of several calls with the same key. */
  readonly idempotencyKey?: string;
}

/** Longest part of a refusal in a message, in characters. */
const MOST_REFUSAL = 500;

/**
 * Sends a call to Restate, which stores it: https://docs.restate.dev/services/invocation/http
 * @param url ingress of Restate
 * @throws Error when Restate refuses the call or does not respond in time
 */
export async function sendTo(url: string, send: Send, timeoutMs: number): Promise<void> {
  const { service, key, handler, parameter, idempotencyKey } = send;
  const response = await fetch(`${url}/${service}/${encodeURIComponent(key)}/${handler}/send`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(parameter),
    signal: AbortSignal.timeout(timeoutMs),
  });
  // The response is read even when it is not needed: unread data would block the connection.
  const text = await response.text();
  if (!response.ok) {
    throw new Error(
      `Restate refused ${service}/${handler} (${response.status}): ${text.slice(0, MOST_REFUSAL)}`,
    );
  }
}
