import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { type OpenTab, PRESENCE_BEAT_MS } from '@/lib/contracts/presence';
import { urlOf } from './api';

/** Pause after a change of the selection before it is reported, in ms. */
const SETTLE_MS = 400;

export interface ReportPresenceOptions {
  readonly pipelineId: string;
  /** Random for this load of the page. */
  readonly tab: string;
  /** The selected step; null without one. */
  readonly step: () => string | null;
  /** Calls back after each change of the selection. Returns a function that stops. */
  readonly onChange: (listener: () => void) => () => void;
  /** The page, whose end is reported. */
  readonly page: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  /** Sends one report. @default a request that also arrives after the page was closed */
  readonly send?: (report: OpenTab & { readonly left: boolean }) => Promise<unknown>;
  readonly timers: { start(run: () => void, delayMs: number): unknown; stop(timer: unknown): void };
}

/** Reports that a pipeline is open in this tab, until it is stopped or the page is closed. Returns a function that stops. */
export function reportPresence(options: ReportPresenceOptions): () => void {
  const { tab, step, page, timers } = options;
  const send = options.send ?? ((report) => sendReport(options.pipelineId, report));
  let reported: string | null | undefined;
  let beat: unknown;
  let pause: unknown;

  function report(left = false): void {
    timers.stop(beat);
    timers.stop(pause);
    pause = undefined;
    reported = step();
    // Without the server nobody is told; the next report follows.
    send({ tab, step: reported, left }).catch(() => undefined);
    if (!left) beat = timers.start(report, PRESENCE_BEAT_MS);
  }

  const leave = () => report(true);
  const come = () => report();
  const stopChanges = options.onChange(() => {
    if (pause === undefined && step() !== reported) pause = timers.start(report, SETTLE_MS);
  });
  page.addEventListener('pagehide', leave);
  // A page may be shown again from the browser's memory.
  page.addEventListener('pageshow', come);
  report();
  return () => {
    stopChanges();
    page.removeEventListener('pagehide', leave);
    page.removeEventListener('pageshow', come);
    leave();
  };
}

/** Reports in their order: one that arrives late must not replace a newer one. */
let last: Promise<unknown> = Promise.resolve();

function sendReport(id: string, { tab, step, left }: OpenTab & { readonly left: boolean }): Promise<unknown> {
  const request = () =>
    fetch(urlOf(pipelineEndpoints.presence, { id, tab, step }), {
      method: pipelineEndpoints.presence.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tab, step, left }),
      keepalive: true,
    });
  // A page that is being closed waits for nothing.
  last = left ? request() : last.then(request, request);
  return last;
}
