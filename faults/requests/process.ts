/** A process that sends requests to a deployment at a constant rate, and counts how each of them ended. */
import type { Outcome, Tally } from './outcome';
import { sendChat } from './send';

/** The options of the process, as JSON. */
export interface Load {
  /** Base URL of the deployment, without `/v1`. */
  readonly url: string;
  readonly perSecond: number;
}

/** The result of the process, after it was stopped. */
export interface LoadReport {
  readonly sent: number;
  readonly tally: Tally;
}

const TICK_MS = 10;
/** One request of so many is a stream. */
const STREAM_EVERY = 5;

// Written by `startLoad` alone.
const { url, perSecond } = JSON.parse(process.argv[2] ?? '') as Load;
const counts = new Map<Outcome, number>();
const open = new Set<Promise<void>>();
const from = performance.now();
let sent = 0;

/** Sends requests when they are due, whether or not earlier ones were answered: a slow server gets the same load. */
function sendDue(): void {
  const due = ((performance.now() - from) / 1000) * perSecond;
  while (sent < due) {
    sent += 1;
    const one = count(sent);
    open.add(one);
    void one.finally(() => open.delete(one));
  }
}

async function count(number: number): Promise<void> {
  const content = `${process.pid}/${number}`;
  const outcome = await sendChat({ url, content, stream: number % STREAM_EVERY === 0 });
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
}

async function stop(): Promise<void> {
  clearInterval(timer);
  await Promise.all(open);
  process.send?.({ sent, tally: Object.fromEntries(counts) } satisfies LoadReport, () => process.exit(0));
}

const timer = setInterval(sendDue, TICK_MS);
process.once('message', () => void stop());
// Ends with the harness, even if that is killed.
process.once('disconnect', () => process.exit(0));
process.send?.('started');
