/** Longest `Retry-After` of a service, in seconds. */
const MAX_SECONDS = 300;

/** The `Retry-After` of a response in seconds (RFC 9110, section 10.2.3); undefined when there is none. */
export function retryAfterOf(headers: Readonly<Record<string, string>>, now: Date): number | undefined {
  const written = headers['retry-after']?.trim();
  if (written === undefined || written === '') return undefined;
  const seconds = /^\d+$/.test(written) ? Number(written) : (Date.parse(written) - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(Math.ceil(seconds), 0), MAX_SECONDS);
}
