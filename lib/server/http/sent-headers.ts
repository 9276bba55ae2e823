import type { IncomingHttpHeaders } from 'node:http';

/** Names the headers that the caller sent, because Next adds its own (`x-forwarded-*`) before a route reads them. */
const SENT_HEADER = 'x-pipewright-sent';

/** Records which headers the caller sent. A value that the caller sent is replaced. */
export function recordSentHeaders(headers: IncomingHttpHeaders): void {
  delete headers[SENT_HEADER];
  headers[SENT_HEADER] = Object.keys(headers).join(',');
}

/** The headers that the caller sent, without those that the server added; all when none were recorded. */
export function sentHeaders(headers: Headers): Headers {
  const names = headers.get(SENT_HEADER)?.split(',');
  if (names === undefined) return headers;
  return new Headers([...headers].filter(([name]) => names.includes(name)));
}
