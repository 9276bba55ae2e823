import type { DeploymentRoute, ReplicaRoute } from '../store/deployment-routes';
import { GatewayError } from './errors';

/** Limits of one deployment in one gateway process. */
export interface SlotLimits {
  /** Maximum of requests in flight at one replica. */
  readonly perReplica: number;
  /** Maximum of waiting requests. */
  readonly queue: number;
  /** Longest wait, in ms. */
  readonly waitMs: number;
}

export const SLOT_LIMITS: SlotLimits = { perReplica: 128, queue: 512, waitMs: 10_000 };

/** How long other replicas are preferred to one that refused a connection, in ms. */
const AVOID_MS = 1000;

/** A slot of a replica, taken by one request until `release`. */
export interface Slot {
  readonly replica: ReplicaRoute;
  /**
   * Moves to a replica that was not tried yet, after this one did not accept the request.
   * @param canStay whether this one may be tried again, because it closed an idle connection
   * @returns whether there is one
   */
  move(canStay: boolean): boolean;
  release(): void;
}

interface Waiting {
  readonly resolve: (slot: Slot) => void;
  readonly timer: NodeJS.Timeout;
}

/** Requests of one deployment in flight and in the queue, in this process. */
export class DeploymentSlots {
  readonly #limits: SlotLimits;
  readonly #routeNow: () => DeploymentRoute | undefined;
  readonly #inFlight = new Map<string, number>();
  readonly #avoidUntil = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #turn = 0;

  /** @param routeNow returns the cached route of the deployment */
  constructor(routeNow: () => DeploymentRoute | undefined, limits: SlotLimits) {
    this.#routeNow = routeNow;
    this.#limits = limits;
  }

  /** Requests in flight, by replica. */
  get inFlight(): ReadonlyMap<string, number> {
    return this.#inFlight;
  }

  get total(): number {
    let total = 0;
    for (const count of this.#inFlight.values()) total += count;
    return total;
  }

  get queued(): number {
    return this.#waiting.size;
  }

  /**
   * A slot of the ready replica with the fewest requests in flight; waits when all slots are taken.
   * @throws GatewayError 503 when no replica is ready, or too many requests wait
   */
  acquire(signal: AbortSignal): Slot | Promise<Slot> {
    const replicas = this.#replicas();
    if (replicas.length === 0) throw noReplica(this.#routeNow()?.name);
    const free = this.#waiting.size === 0 ? this.#choose(replicas) : undefined;
    if (free) return this.#take(free);
    if (this.#waiting.size >= this.#limits.queue) throw overloaded(`${this.#limits.queue} requests wait`);
    return this.#wait(signal);
  }

  /** Assigns free slots to waiting requests, after replicas changed. */
  pump(): void {
    for (const waiting of this.#waiting) {
      const free = this.#choose(this.#replicas());
      if (!free) return;
      this.#waiting.delete(waiting);
      waiting.resolve(this.#take(free));
    }
  }

  #wait(signal: AbortSignal): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const leave = (error: unknown) => {
        this.#waiting.delete(waiting);
        clearTimeout(waiting.timer);
        signal.removeEventListener('abort', abort);
        reject(error);
      };
      const abort = () => leave(signal.reason);
      const { waitMs } = this.#limits;
      const waiting: Waiting = {
        timer: setTimeout(() => leave(overloaded(`no replica was free within ${waitMs / 1000} s`)), waitMs),
        resolve: (slot) => {
          clearTimeout(waiting.timer);
          signal.removeEventListener('abort', abort);
          resolve(slot);
        },
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.add(waiting);
    });
  }

  #replicas(): readonly ReplicaRoute[] {
    return this.#routeNow()?.replicas ?? [];
  }

  #choose(replicas: readonly ReplicaRoute[]): ReplicaRoute | undefined {
    const free = replicas.filter(({ id }) => this.#countOf(id) < this.#limits.perReplica);
    return this.#least(free);
  }

  /** The replica with the fewest requests, round robin among equal ones. Avoided replicas come last. */
  #least(replicas: readonly ReplicaRoute[]): ReplicaRoute | undefined {
    const now = performance.now();
    const preferred = replicas.filter(({ id }) => (this.#avoidUntil.get(id) ?? 0) <= now);
    const from = preferred.length > 0 ? preferred : replicas;
    this.#turn += 1;
    let best: ReplicaRoute | undefined;
    for (let index = 0; index < from.length; index += 1) {
      const replica = from[(index + this.#turn) % from.length];
      if (replica && (!best || this.#countOf(replica.id) < this.#countOf(best.id))) best = replica;
    }
    return best;
  }

  #take(first: ReplicaRoute): Slot {
    let replica = first;
    let isTaken = true;
    const asked = new Set<string>();
    this.#count(replica.id, 1);
    return {
      get replica() {
        return replica;
      },
      move: (canStay) => {
        if (!canStay) this.#avoidUntil.set(replica.id, performance.now() + AVOID_MS);
        const isFirst = !asked.has(replica.id);
        asked.add(replica.id);
        const others = this.#replicas().filter(({ id }) => !asked.has(id));
        const next = this.#least(others) ?? (canStay && isFirst ? replica : undefined);
        if (!next || !isTaken) return false;
        this.#count(replica.id, -1);
        replica = next;
        this.#count(replica.id, 1);
        return true;
      },
      release: () => {
        if (!isTaken) return;
        isTaken = false;
        this.#count(replica.id, -1);
        this.pump();
      },
    };
  }

  #countOf(replicaId: string): number {
    return this.#inFlight.get(replicaId) ?? 0;
  }

  #count(replicaId: string, by: 1 | -1): void {
    const count = this.#countOf(replicaId) + by;
    if (count > 0) this.#inFlight.set(replicaId, count);
    else this.#inFlight.delete(replicaId);
  }
}

function noReplica(name = ''): GatewayError {
  return new GatewayError(
    503,
    'no_ready_replica',
    `No replica of the deployment ${name} is ready. Try again later, or check its page.`,
    { retrySeconds: 5 },
  );
}

function overloaded(why: string): GatewayError {
  return new GatewayError(
    503,
    'overloaded',
    `The deployment is busy: ${why}. Try again later, or add replicas.`,
    { retrySeconds: 1 },
  );
}
