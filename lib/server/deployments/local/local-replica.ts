import { setTimeout as delay } from 'node:timers/promises';
import { ActionError, type Failure, toFailure } from '@/engine';
import type { ReplicaInfo } from '@/lib/contracts/deployments';
import type { ReplicaChange } from '../../store/deployments/replicas';
import { MAX_FAILURES, type Timings } from '../timings';
import type { ReplicaLog } from './replica-log';
import type { ReplicaChecks, ReplicaPlan, RunningReplica } from './replica-plan';
import { endProcess, endReplica, startReplica } from './replica-process';
import { type Ending, watchReplica } from './watch-replica';

/** Interval of polling the requests in flight while draining, in ms. */
const DRAIN_POLL_MS = 100;

/** Time between SIGTERM and SIGKILL when the server shuts down, in ms: service managers wait 10 s for the server. */
const HURRIED_KILL_MS = 2000;

const STOPPED: Ending = { why: 'was stopped', isFinal: false };

export interface LocalReplicaOptions {
  readonly id: string;
  /** Value of `REPLICA_VARIABLE` in its processes. */
  readonly mark: string;
  readonly gpus: readonly number[];
  readonly restarts: number;
  readonly release: number;
  readonly checks: ReplicaChecks;
  /** How to start the replica; resolves when its files are in place. @throws Error when the files cannot be written */
  readonly plan: () => Promise<ReplicaPlan>;
  readonly log: ReplicaLog;
  readonly timings: Timings;
  /** Requests of all gateways in flight at the replica. */
  readonly inFlight: () => Promise<number>;
  /** Allots a free port. */
  readonly port: () => Promise<number>;
  /** Whether a replica of the deployment was ever ready. If so, failures are retried without limit. */
  readonly wasReady: () => boolean;
  /** Writes the row. Resolves to false when another process owns the replica. */
  readonly write: (change: ReplicaChange) => Promise<boolean>;
  /** Whether another process owns the replica. */
  readonly isTaken: () => Promise<boolean>;
  /** Removes the row. */
  readonly remove: () => Promise<void>;
  readonly note: (kind: 'replica_ready' | 'replica_restarted' | 'replica_failed', message: string) => void;
  /** Called after a change of state. */
  readonly changed: () => void;
}

/** One replica on this machine: starts, monitors, restarts and ends its process. */
export class LocalReplica {
  readonly #options: LocalReplicaOptions;
  readonly #stop = new AbortController();
  #state: ReplicaInfo['state'] = 'starting';
  /** Infinity while it is not ready. */
  #readySince = Number.POSITIVE_INFINITY;
  #current: RunningReplica | undefined;
  #restarts: number;
  #failure: Failure | undefined;
  #isLeft = false;
  #isHurried = false;
  /** Resolves when the replica has ended, or was handed over to another process. */
  readonly done: Promise<void>;

  /** @param running its process, if an earlier server started it */
  constructor(options: LocalReplicaOptions, running?: RunningReplica) {
    this.#options = options;
    this.#restarts = options.restarts;
    this.#current = running;
    this.#enter(running?.isReady ? 'ready' : 'starting');
    this.done = this.#live();
  }

  get id(): string {
    return this.#options.id;
  }

  get release(): number {
    return this.#options.release;
  }

  get gpus(): readonly number[] {
    return this.#options.gpus;
  }

  get state(): ReplicaInfo['state'] {
    return this.#state;
  }

  /** Whether the replica is ending, or was handed over. */
  get isStopping(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Base URL while the replica is running. */
  get url(): string | undefined {
    return this.#current?.url;
  }

  /** Why the replica is not restarted; undefined while it is running or being restarted. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** Ends the replica after its requests in flight. */
  drain(): void {
    this.#stop.abort();
  }

  /** Ends the replica immediately. */
  end(): Promise<void> {
    this.#isHurried = true;
    this.#stop.abort();
    return this.done;
  }

  /** Hands the running replica over to another process. */
  leave(): void {
    this.#isLeft = true;
    this.#stop.abort();
  }

  async #live(): Promise<void> {
    let failures = this.#options.wasReady() ? 0 : this.#restarts;
    while (!this.#stop.signal.aborted) {
      const ending = await this.#run();
      if (this.#stop.signal.aborted) break;
      failures = Math.max(0, failures - this.#recoveries()) + 1;
      await this.#fail(ending, failures);
    }
    if (!this.#isLeft) await this.#finish();
  }

  /** Number of failures to subtract for the last period of readiness. */
  #recoveries(): number {
    const readyMs = performance.now() - this.#readySince;
    return Math.max(0, Math.floor(readyMs / this.#options.timings.recoverMs));
  }

  /** Starts one process and waits for its end. */
  async #run(): Promise<Ending> {
    const running = this.#current ?? (await this.#start());
    if ('why' in running) return running;
    this.#current = running;
    const { checks, log, timings, inFlight } = this.#options;
    const ending = await watchReplica(running, {
      ...{ checks, log, timings, inFlight },
      signal: this.#stop.signal,
      ready: (afterMs) => this.#ready(afterMs),
    });
    if (ending) return ending;
    return STOPPED;
  }

  async #start(): Promise<RunningReplica | Ending> {
    const { gpus, log, mark, timings, port: choosePort } = this.#options;
    try {
      const plan = await Promise.race([this.#options.plan(), this.#stopped()]);
      if (plan === undefined || this.#stop.signal.aborted) return STOPPED;
      const [port, ...extraPorts] = [await choosePort(), await choosePort(), await choosePort()] as const;
      const url = `http://127.0.0.1:${port}`;
      const command = plan.command({ port, extraPorts, gpus });
      await this.#set('starting', { url, pid: null, pidStarted: null });
      if (this.#stop.signal.aborted) return STOPPED;
      const process = await startReplica(command, { cwd: plan.cwd, log, mark });
      const running = { process, url, isReady: false };
      this.#current = running;
      const isOurs = await this.#set('starting', { pid: process.pid, pidStarted: process.started });
      // The process that adopted the replica starts it again and does not know this process of it.
      if (!isOurs) await endProcess(process, timings.killMs);
      return running;
    } catch (error) {
      const { kind, message } = toFailure(error);
      return { why: `could not be started: ${message}`, isFinal: kind === 'invalid_params' };
    }
  }

  async #ready(afterMs: number): Promise<void> {
    await this.#set('ready', { readyAt: new Date().toISOString(), message: null });
    const { note, id } = this.#options;
    note('replica_ready', `Replica ${id} is ready after ${(afterMs / 1000).toFixed(1)} s.`);
  }

  /** After a process ended or was ended: waits before the restart, or marks the replica as failed. */
  async #fail({ why, isFinal }: Ending, failures: number): Promise<void> {
    const { log, mark, timings, wasReady } = this.#options;
    const tail = await log.tail();
    const sentence = `The replica ${why}.`;
    const message = tail === '' ? sentence : `${sentence} Its last output:\n${tail}`;
    const isGivenUp = !wasReady() && (isFinal || failures > MAX_FAILURES);
    // Before its processes are ended, so that gateways send no more requests.
    if (!isGivenUp) await this.#restart(why, message);
    if (this.#isLeft) return;
    await endReplica(this.#current?.process, mark, timings.killMs);
    this.#current = undefined;
    if (isGivenUp) return this.#giveUp(message, failures);
    const wait = Math.min(timings.backOffMs * 2 ** (failures - 1), timings.longestBackOffMs);
    await delay(wait, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined);
  }

  async #restart(why: string, message: string): Promise<void> {
    this.#restarts += 1;
    this.#options.note('replica_restarted', `Replica ${this.id} restarts: it ${why}.`);
    await this.#set('restarting', { pid: null, pidStarted: null, restarts: this.#restarts, message });
  }

  async #giveUp(message: string, failures: number): Promise<void> {
    const times = failures > 1 ? ` after ${failures} attempts` : '';
    const failure = new ActionError('rejected', `No replica became ready${times}. ${message}`, {
      code: 'replica_failed',
    });
    this.#options.note('replica_failed', failure.message);
    await this.#set('failed', { pid: null, pidStarted: null, message });
    this.#failure = toFailure(failure);
    this.#options.changed();
    // A failed replica stays until the deployment is deleted or retried.
    await this.#stopped();
  }

  async #stopped(): Promise<undefined> {
    if (this.#stop.signal.aborted) return;
    await new Promise((resolve) => this.#stop.signal.addEventListener('abort', resolve));
  }

  async #finish(): Promise<void> {
    const { timings, mark, remove, changed, log } = this.#options;
    const isDrained = this.#state === 'ready' && !this.#isHurried;
    if (!(await this.#isEnding())) return;
    if (isDrained) await this.#drained();
    if (this.#isLeft) return;
    const graceMs = this.#isHurried ? Math.min(timings.killMs, HURRIED_KILL_MS) : timings.killMs;
    await endReplica(this.#current?.process, mark, graceMs);
    await remove();
    await log.remove();
    changed();
  }

  /** Records that the replica is ending. @returns false when another process has adopted it and decides about it */
  async #isEnding(): Promise<boolean> {
    try {
      const isOurs = await this.#options.write({ state: 'draining' });
      this.#enter('draining');
      this.#options.changed();
      return isOurs || !(await this.#options.isTaken());
    } catch (error) {
      // A server that shuts down ends its replicas, also without its database.
      if (this.#isHurried) return true;
      throw error;
    }
  }

  async #drained(): Promise<void> {
    const { timings, inFlight } = this.#options;
    const from = performance.now();
    const isOver = async () => {
      const waited = performance.now() - from;
      if (this.#isHurried || this.#isLeft || waited > timings.drainMs) return true;
      return waited > timings.noticeMs && (await inFlight()) === 0;
    };
    while (!(await isOver())) await delay(DRAIN_POLL_MS);
  }

  #enter(state: ReplicaInfo['state']): void {
    this.#state = state;
    this.#readySince = state === 'ready' ? performance.now() : Number.POSITIVE_INFINITY;
  }

  /** @returns false when another process has adopted the replica, so that this one must not touch it */
  async #set(state: ReplicaInfo['state'], change: ReplicaChange): Promise<boolean> {
    // The row first: no caller may rely on a replica that gateways cannot find.
    const isOurs = await this.#options.write({ ...change, state });
    this.#enter(state);
    if (!isOurs) this.leave();
    this.#options.changed();
    return isOurs;
  }
}
