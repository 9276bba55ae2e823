import type { DeploymentMinute } from '../../store/deployment-minutes';
import { Histogram } from './histogram';

const MINUTE_MS = 60_000;

/** How a request ended. */
export type RequestEnd = 'answered' | 'limited' | 'failed' | 'left';

/** A request to measure. */
export interface MeasuredRequest {
  /** Id and name of the deployment. */
  readonly id: string;
  readonly name: string;
  /** Undefined for a request without a key. */
  readonly keyId?: string | undefined;
}

/** Counts as the key of requests without one. */
export const NO_KEY = '';

/** Requests of a deployment since the start of the process. */
export interface DeploymentTotals {
  readonly name: string;
  requests: number;
  limited: number;
  failed: number;
}

/** The current load of a deployment. */
export interface LoadNow {
  readonly inFlight: number;
  readonly queued: number;
  readonly ready: number;
}

interface Minute {
  readonly deploymentId: string;
  readonly at: number;
  requests: number;
  limited: number;
  failed: number;
  inFlight: number;
  queued: number;
  ready: number;
  readonly latencies: Histogram;
  /** Requests by the id of their key. */
  readonly keys: Map<string, number>;
  isChanged: boolean;
}

/** Measures the requests of each deployment in this process, by minute. */
export class Meter {
  readonly #now: () => Date;
  readonly #totals = new Map<string, DeploymentTotals>();
  /** The current minutes, and those not written yet. */
  #minutes = new Map<string, Minute>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Totals by deployment id. */
  get totals(): ReadonlyMap<string, DeploymentTotals> {
    return this.#totals;
  }

  /** Records the load of a deployment. The minute keeps its peak. */
  load(deploymentId: string, load: LoadNow): void {
    const minute = this.#minuteOf(deploymentId);
    minute.inFlight = Math.max(minute.inFlight, load.inFlight);
    minute.queued = Math.max(minute.queued, load.queued);
    minute.ready = Math.max(minute.ready, load.ready);
    minute.isChanged = true;
  }

  /** Records the end of a request. @param ms from the complete request to the end of the response */
  end({ id, name, keyId = NO_KEY }: MeasuredRequest, end: RequestEnd, ms: number): void {
    const total = this.#totals.get(id) ?? { name, requests: 0, limited: 0, failed: 0 };
    this.#totals.set(id, total);
    const minute = this.#minuteOf(id);
    minute.isChanged = true;
    for (const counts of [total, minute]) {
      counts.requests += 1;
      if (end === 'limited') counts.limited += 1;
      if (end === 'failed') counts.failed += 1;
    }
    minute.keys.set(keyId, (minute.keys.get(keyId) ?? 0) + 1);
    if (end === 'answered') minute.latencies.add(ms);
  }

  /** A quantile of the latency over the minutes in memory, at most two, in ms. */
  quantile(deploymentId: string, share: number): number | null {
    const all = new Histogram();
    for (const minute of this.#minutes.values()) {
      if (minute.deploymentId === deploymentId) all.addList(minute.latencies.toList());
    }
    return all.quantile(share);
  }

  /** Minutes that changed since the last call. Call `written` after they are stored. */
  changed(): { readonly minutes: readonly DeploymentMinute[]; written(): void } {
    const taken = [...this.#minutes.values()].filter(({ isChanged }) => isChanged);
    for (const minute of taken) minute.isChanged = false;
    const minutes = taken.map(({ at, latencies, keys, isChanged: _, ...counts }) => ({
      ...counts,
      minute: new Date(at),
      latencies: latencies.toList(),
      keys: Object.fromEntries(keys),
    }));
    return { minutes, written: () => this.#forgetPast() };
  }

  /** Marks minutes of `changed` as changed again, after they could not be stored. */
  keep(minutes: readonly DeploymentMinute[]): void {
    for (const { deploymentId, minute } of minutes) {
      const found = this.#minutes.get(`${deploymentId} ${minute.getTime()}`);
      if (found) found.isChanged = true;
    }
  }

  /** Discards the measurements of deleted deployments. */
  retain(isKnown: (deploymentId: string) => boolean): void {
    for (const id of this.#totals.keys()) if (!isKnown(id)) this.#totals.delete(id);
  }

  #forgetPast(): void {
    const oldest = this.#now().getTime() - 2 * MINUTE_MS;
    for (const [key, minute] of this.#minutes) {
      if (!minute.isChanged && minute.at < oldest) this.#minutes.delete(key);
    }
  }

  #minuteOf(deploymentId: string): Minute {
    const now = this.#now().getTime();
    const at = now - (now % MINUTE_MS);
    const key = `${deploymentId} ${at}`;
    const known = this.#minutes.get(key);
    if (known) return known;
    const counts = { requests: 0, limited: 0, failed: 0, inFlight: 0, queued: 0, ready: 0 };
    const made = {
      ...{ deploymentId, at, ...counts, latencies: new Histogram(), isChanged: false },
      keys: new Map<string, number>(),
    };
    this.#minutes.set(key, made);
    return made;
  }
}
