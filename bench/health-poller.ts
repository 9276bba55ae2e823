import { setTimeout as delay } from 'node:timers/promises';

/** What a poller is told: to ask this address again and again, or to stop and say how long each answer took. */
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

// A process of its own: what the bench itself does for a request must not look like a slow answer.
process.on('message', (request: PollerRequest) => {
  const isPolling = url !== undefined;
  url = request.poll;
  if (isPolling) return;
  samples = [];
  void poll();
});
