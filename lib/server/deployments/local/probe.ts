import { request } from 'node:http';

/** The result of a health check; `none` without an HTTP response. */
export type ProbeResult =
  | { readonly kind: 'answer'; readonly status: number }
  | { readonly kind: 'none'; readonly why: string };

/** Sends a health check to a replica on this machine. Never rejects. */
export function probe(url: URL, timeoutMs: number, signal: AbortSignal): Promise<ProbeResult> {
  return new Promise((resolve) => {
    const sent = request(url, { method: 'GET', agent: false, signal }, (response) => {
      // The body is unused, and a broken replica may never end it.
      response.destroy();
      end({ kind: 'answer', status: response.statusCode ?? 0 });
    });
    // Not AbortSignal.timeout within AbortSignal.any: Node.js 20 may collect it before it fires.
    const late = new Error(`no response within ${timeoutMs / 1000} s`);
    const timer = setTimeout(() => sent.destroy(late), timeoutMs);
    const end = (result: ProbeResult) => {
      clearTimeout(timer);
      resolve(result);
    };
    sent.on('error', (error) => end({ kind: 'none', why: error.message }));
    sent.end();
  });
}

/** Whether the replica has loaded its model. */
export function isReadyAnswer(result: ProbeResult): boolean {
  return result.kind === 'answer' && result.status >= 200 && result.status < 300;
}

/** Whether the server is running: 503 means that it is loading or busy. */
export function isAliveAnswer(result: ProbeResult): boolean {
  return result.kind === 'answer' && (result.status < 500 || result.status === 503);
}

/** The result as a noun: `status 500`, `no response within 2 s`. */
export function resultText(result: ProbeResult): string {
  return result.kind === 'answer' ? `status ${result.status}` : result.why;
}

/** The result as the end of a sentence about the checked path: `returned status 500`, `failed (socket hang up)`. */
export function outcomeText(result: ProbeResult): string {
  return result.kind === 'answer' ? `returned ${resultText(result)}` : `failed (${resultText(result)})`;
}
