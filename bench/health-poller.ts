import { setTimeout as delay } from 'node:timers/promises';

/** A message to the poller: poll an address continuously, or stop and report the latencies. */
export type PollerRequest = { readonly poll: string } | { readonly poll: undefined };

const POLL_MS = 5;

let url: string | undefined;
let samples: number[] = [];

async function poll(): Promise<void> {
  while (url !== undefined) {
    const start = performance.now();
    const response = await fetch(url);
    await response.arrayBuffer();
    samples.push(performance.now() - start);
    await delay(POLL_MS);
  }
  process.send?.({ samples });
}

// A separate process, so that work of the bench does not look like latency.
process.on('message', (request: PollerRequest) => {
  const isPolling = url !== undefined;
  url = request.poll;
  if (isPolling) return;
  samples = [];
  void poll();
});
