/** A handler of a workflow of Restate to call without waiting for its result. */
export interface Send {
  readonly service: string;
  /** The key of the workflow. */
  readonly key: string;
  readonly handler: string;
  readonly parameter: number | null;
  /** Restate carries out one of several sends with the same key. */
  readonly idempotencyKey?: string;
}

/** Longest part of a refusal that is repeated, in characters. */
const MOST_REFUSAL = 500;

/**
 * Hands a call to Restate, which keeps it: https://docs.restate.dev/services/invocation/http
 * @param url where Restate takes requests
 * @throws Error when Restate refuses it or does not answer in time
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
  // Also read when it is not wanted: what is left unread keeps the connection.
  const text = await response.text();
  if (!response.ok) {
    throw new Error(
      `Restate refused ${service}/${handler} (${response.status}): ${text.slice(0, MOST_REFUSAL)}`,
    );
  }
}
