import { setTimeout as delay } from 'node:timers/promises';
import { usageOf } from '../../adapters/process-table';
import { BUSY_MISSES, MISSES, type Timings } from '../timings';
import { isAliveAnswer, isReadyAnswer, outcomeText, type ProbeResult, probe, resultText } from './probe';
import type { ReplicaLog } from './replica-log';
import type { ReplicaChecks, RunningReplica } from './replica-plan';
import type { ProcessEnd } from './replica-process';

const GB = 1_000_000_000;
/** Share of a core above which a process counts as busy. */
const BUSY_SHARE = 0.1;

/** How a process ended, or why it must be ended. */
export interface Ending {
  /** Completes a sentence that begins with "The replica". */
  readonly why: string;
  /** Whether another attempt would end the same way. */
  readonly isFinal: boolean;
}

export interface Watching {
  readonly checks: ReplicaChecks;
  readonly log: ReplicaLog;
  readonly timings: Timings;
  /** Requests of all gateways in flight at the replica. */
  readonly inFlight: () => Promise<number>;
  /** Aborts when the replica should stop. */
  readonly signal: AbortSignal;
  /** Called once, when the replica is ready. @param afterMs time since monitoring began */
  readonly ready: (afterMs: number) => Promise<void>;
}

/** Monitors a process until it ends or must be ended. Resolves to undefined when the replica should stop. */
export async function watchReplica(running: RunningReplica, watching: Watching): Promise<Ending | undefined> {
  const over = new AbortController();
  const signal = AbortSignal.any([watching.signal, over.signal]);
  let end: ProcessEnd | undefined;
  void running.process.ended.then((known) => {
    end = known;
    over.abort();
  });
  const ending =
    (running.isReady ? undefined : await untilReady(running, watching, signal)) ??
    (signal.aborted ? undefined : await whileAlive(running, watching, signal));
  if (watching.signal.aborted) return undefined;
  return end ? endingOf(end, watching.checks) : ending;
}

function endingOf({ how, exitCode }: ProcessEnd, { fatalExitCodes }: ReplicaChecks): Ending {
  return { why: how, isFinal: exitCode !== undefined && fatalExitCodes.includes(exitCode) };
}

async function untilReady(
  { url }: RunningReplica,
  { checks, timings, ready, log }: Watching,
  signal: AbortSignal,
): Promise<Ending | undefined> {
  const from = performance.now();
  let last: ProbeResult = { kind: 'none', why: 'no response' };
  while (!signal.aborted) {
    last = await probe(new URL(checks.healthPath, url), timings.probeTimeoutMs, signal);
    const waited = performance.now() - from;
    if (signal.aborted) return undefined;
    if (isReadyAnswer(last)) {
      await ready(waited);
      return undefined;
    }
    if (waited > checks.readyTimeoutMs) {
      const limit = checks.readyTimeoutMs / 1000;
      const why = `did not become ready within ${limit} s: ${checks.healthPath} ${outcomeText(last)}`;
      return { why, isFinal: true };
    }
    await log.limit();
    await pause(timings.startProbeMs, signal);
  }
  return undefined;
}

async function whileAlive(
  { url, process }: RunningReplica,
  { checks, timings, inFlight, log }: Watching,
  signal: AbortSignal,
): Promise<Ending | undefined> {
  const load = new LoadOf(process.pid);
  let misses = 0;
  while (!signal.aborted) {
    await pause(timings.liveProbeMs, signal);
    await log.limit();
    const usage = await load.read();
    const { memoryBytes = Number.POSITIVE_INFINITY } = checks;
    if (usage.memoryBytes > memoryBytes) return tooLarge(usage.memoryBytes, memoryBytes);
    const result = await probe(new URL(checks.healthPath, url), timings.probeTimeoutMs, signal);
    if (signal.aborted) return undefined;
    misses = isAliveAnswer(result) ? 0 : misses + 1;
    if (misses >= MISSES && misses >= (await missesAllowed(usage.share, inFlight))) {
      return { why: `failed ${misses} health checks in a row (${resultText(result)})`, isFinal: false };
    }
  }
  return undefined;
}

/** Missed health checks to tolerate: a health check may wait behind other requests of the replica. */
async function missesAllowed(share: number, inFlight: () => Promise<number>): Promise<number> {
  return share > BUSY_SHARE || (await inFlight()) > 0 ? BUSY_MISSES : MISSES;
}

function tooLarge(used: number, limit: number): Ending {
  const shown = (bytes: number) => (bytes / GB).toFixed(1);
  return {
    why: `used ${shown(used)} GB of memory, more than its memory_gb of ${shown(limit)}`,
    isFinal: false,
  };
}

/** The load of a process between two samples. */
class LoadOf {
  readonly #pid: number;
  #before: { readonly at: number; readonly cpuSeconds: number } | undefined;

  constructor(pid: number) {
    this.#pid = pid;
  }

  /** Memory, and the share of a core since the previous call. */
  async read(): Promise<{ readonly memoryBytes: number; readonly share: number }> {
    const usage = await usageOf(this.#pid);
    if (!usage) return { memoryBytes: 0, share: 0 };
    const at = performance.now() / 1000;
    const { memoryBytes, cpuSeconds } = usage;
    const before = this.#before;
    this.#before = { at, cpuSeconds };
    const share = before && at > before.at ? (cpuSeconds - before.cpuSeconds) / (at - before.at) : 0;
    return { memoryBytes, share };
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
