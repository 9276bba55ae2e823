import type { Json } from '@/engine';
import { errorBodySchema } from '@/lib/contracts/errors';

/** Reads JSON from the server. @throws Error with the server's own message */
export async function getJson(url: string, signal?: AbortSignal): Promise<Json> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    ...(signal ? { signal } : {}),
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new Error(refusal(response.status, body));
  return asJson(body);
}

/** What `Response.json` gives is JSON by its definition; its type does not say so. */
function asJson(body: unknown): Json {
  return body as Json;
}

function refusal(status: number, body: unknown): string {
  const known = errorBodySchema.safeParse(body);
  return known.success ? known.data.message : `The server answered ${status}. Try again.`;
}
