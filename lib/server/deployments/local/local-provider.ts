import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { ActionError } from '@/engine';
import type { ListGpus } from '../../adapters/clusters/nvidia-smi';
import type { DeploymentProvider, SeenDeployment, WantedDeployment } from '../../adapters/clusters/provider';
import { newId } from '../../ids';
import { addDeploymentEvent } from '../../store/deployments/deployment-events';
import type { ReplicaRow } from '../../store/deployments/deployment-row';
import { changeReplica, findReplica, insertReplica, removeReplica } from '../../store/deployments/replicas';
import { retryWhile } from '../../store/retry';
import type { Leadership } from '../leadership';
import { MISSES, type Timings } from '../timings';
import { freePort } from './free-port';
import { allotGpus, offeredGpus } from './gpus';
import { LocalReplica } from './local-replica';
import { checksOf, notWritten, type PlanOptions, planOf } from './plan-of';
import { isAliveAnswer, probe } from './probe';
import { nextReplicas, releaseKey, releaseOf } from './releases';
import { ReplicaLog } from './replica-log';
import type { ReplicaChecks, ReplicaPlan, RunningReplica } from './replica-plan';

const RECENT_PORTS = 100;
/** Longest time that a check of a deployment waits for its plan, in ms. */
const PLAN_MS = 1000;

export interface LocalProviderOptions extends Omit<PlanOptions, 'replicas'> {
  readonly sql: Sql;
  readonly leadership: Pick<Leadership, 'act'>;
  /** Id of this process in rows of replicas. */
  readonly owner: string;
  /** Name of this machine in rows of replicas. */
  readonly node: string;
  /** Prefix of the marks of all replica processes of this installation. */
  readonly markPrefix: string;
  readonly timings: Timings;
  /** Requests of all gateways in flight at a replica. */
  readonly inFlight: (replicaId: string) => Promise<number>;
  readonly listGpus: ListGpus;
  readonly report: (error: unknown, what: string) => void;
  /** Called when a replica changed. */
  readonly changed: () => void;
}

/** Replicas as processes of this machine. */
export class LocalProvider implements DeploymentProvider {
  readonly #options: LocalProviderOptions;
  readonly #replicas = new Map<string, Set<LocalReplica>>();
  /** Plans in progress by release. Shared between replicas, because a plan writes the folder of the deployment. */
  readonly #plans = new Map<string, Promise<ReplicaPlan>>();
  /** Releases with a replica that was ready once. */
  readonly #readied = new Set<string>();
  /** Ports allotted recently, whose replicas may not listen yet. */
  #ports: readonly number[] = [];
  /** GPUs of replicas that are being added. */
  readonly #allotted = new Set<number>();
  #isClosed = false;

  constructor(options: LocalProviderOptions) {
    this.#options = options;
  }

  async ensure(wanted: WantedDeployment): Promise<SeenDeployment> {
    if (wanted.observed > 0 && wanted.previous === null) this.#readied.add(releaseKey(wanted));
    const all = this.#of(wanted.id);
    const { failed, drained, missing, outdated } = nextReplicas([...all], wanted);
    for (const replica of drained) replica.drain();
    if (failed) return { ready: 0, total: 0, failure: failed };
    let waiting: string | undefined;
    for (let added = 0; added < missing && waiting === undefined; added += 1) {
      waiting = await this.#add(wanted);
    }
    const ready = [...all].filter(({ state, isStopping }) => state === 'ready' && !isStopping).length;
    return { ready, total: all.size, outdated, ...(waiting !== undefined && { waiting }) };
  }

  async remove({ id }: WantedDeployment): Promise<boolean> {
    const all = this.#of(id);
    for (const replica of all) replica.drain();
    if (all.size > 0) return false;
    this.#replicas.delete(id);
    for (const keys of [this.#plans, this.#readied]) {
      for (const key of [...keys.keys()]) if (key.startsWith(`${id}/`)) keys.delete(key);
    }
    await rm(this.#folderOf(id), { recursive: true, force: true });
    return true;
  }

  /** Whether this provider manages a replica. */
  has(id: string): boolean {
    return this.#everyone().some((replica) => replica.id === id);
  }

  /**
   * Adopts a replica of an earlier server process. A running one needs no files before its next start; without a running
   * process it is restarted when its files are in place.
   * @returns false when the process does not respond, or the deployment can no longer run on this machine
   * @throws Error when neither is known
   */
  async adopt(
    row: ReplicaRow,
    wanted: WantedDeployment,
    running: RunningReplica | undefined,
  ): Promise<boolean> {
    const release = releaseOf(wanted, row.release);
    const checks = release && (await this.#checksOf(release, running));
    if (!checks || (running?.isReady && !(await this.#answers(running, checks)))) return false;
    const isProven = wanted.observed > 0 && wanted.previous === null;
    if (isProven || row.readyAt !== null) this.#readied.add(releaseKey(release));
    this.#keep(row, { wanted: release, checks, running });
    return true;
  }

  async #answers({ url }: RunningReplica, { healthPath }: ReplicaChecks): Promise<boolean> {
    const { probeTimeoutMs } = this.#options.timings;
    for (let tries = 0; tries < MISSES; tries += 1) {
      const answer = await probe(new URL(healthPath, url), probeTimeoutMs, new AbortController().signal);
      if (isAliveAnswer(answer)) return true;
    }
    return false;
  }

  /** Leaves all replicas running. */
  leave(): void {
    for (const replica of this.#everyone()) replica.leave();
    this.#replicas.clear();
  }

  /** Ends all replicas. */
  async end(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#everyone().map((replica) => replica.end()));
  }

  async #add(wanted: WantedDeployment): Promise<string | undefined> {
    const { leadership, owner, node, listGpus } = this.#options;
    const plan = await this.#planSoon(wanted).catch(notWritten);
    if (typeof plan === 'string') return plan;
    const count = wanted.resources.gpu_count;
    const report = await offeredGpus(count, listGpus);
    const assigned = new Set([...this.#allotted, ...this.#everyone().flatMap((replica) => replica.gpus)]);
    const gpus = allotGpus(count, report, assigned);
    if (typeof gpus === 'string') return gpus;
    const id = newId('replica');
    const { id: deploymentId, release } = wanted;
    const row = { id, deploymentId, release, node, owner, gpus, state: 'starting', url: null } as const;
    for (const gpu of gpus) this.#allotted.add(gpu);
    try {
      await leadership.act((tx) => insertReplica(tx, row));
      this.#keep({ ...row, restarts: 0 }, { wanted, checks: plan, running: undefined });
    } finally {
      for (const gpu of gpus) this.#allotted.delete(gpu);
    }
    return undefined;
  }

  #keep(
    row: Pick<ReplicaRow, 'id' | 'gpus' | 'restarts'>,
    {
      wanted,
      checks,
      running,
    }: {
      readonly wanted: WantedDeployment;
      readonly checks: ReplicaChecks;
      readonly running: RunningReplica | undefined;
    },
  ): void {
    const { sql, owner, markPrefix, timings, inFlight, report, changed } = this.#options;
    const { id, gpus, restarts } = row;
    const { id: deploymentId, release } = wanted;
    const key = releaseKey(wanted);
    const replica: LocalReplica = new LocalReplica(
      {
        ...{ id, gpus, restarts, release, checks, timings, changed },
        plan: () => this.#planAgain(wanted),
        // While the database does not answer, a request may be in flight.
        inFlight: () => inFlight(id).catch(() => 1),
        mark: `${markPrefix}${id}`,
        log: new ReplicaLog(join(this.#folderOf(deploymentId), `${id}.log`)),
        port: () => this.#port(),
        wasReady: () => this.#readied.has(key),
        write: (change) => this.#whileOpen(() => changeReplica(sql, { id, deploymentId, owner }, change)),
        isTaken: async () => ((await this.#whileOpen(() => findReplica(sql, id)))?.owner ?? owner) !== owner,
        remove: () => this.#whileOpen(() => removeReplica(sql, { id, owner })),
        note: (kind, message) => {
          if (kind === 'replica_ready') this.#readied.add(key);
          addDeploymentEvent(sql, deploymentId, { kind, message }).catch((error: unknown) =>
            report(error, `An event of the deployment ${deploymentId} could not be written`),
          );
        },
      },
      running,
    );
    const all = this.#of(deploymentId).add(replica);
    replica.done
      .catch((error: unknown) => report(error, `The replica ${id} is no longer monitored`))
      .finally(() => {
        all.delete(replica);
        changed();
      });
  }

  /** The plan, or as a sentence why it is not ready: a long download must not delay other deployments. */
  async #planSoon(wanted: WantedDeployment): Promise<ReplicaPlan | string> {
    const late = new AbortController();
    const plan = this.#planOf(wanted);
    try {
      const planned = await Promise.race([
        plan,
        delay(PLAN_MS, undefined, { signal: late.signal, ref: false }).catch(() => undefined),
      ]);
      if (planned) return planned;
      const { changed } = this.#options;
      plan.then(changed, changed);
      return 'The files of the model are being fetched to this machine.';
    } catch (error) {
      this.#plans.delete(releaseKey(wanted));
      if (error instanceof ActionError && error.kind === 'connection_error') return error.message;
      throw error;
    } finally {
      late.abort();
    }
  }

  /**
   * How to check an adopted replica; undefined when its model or runtime is missing, or it has no process and its files are not
   * in place. The controller reports why.
   */
  async #checksOf(
    release: WantedDeployment,
    running: RunningReplica | undefined,
  ): Promise<ReplicaChecks | undefined> {
    try {
      const checks = await this.#whileOpen(() => checksOf(this.#planOptions, release));
      const plan = running ? checks : await this.#planSoon(release).catch(notWritten);
      return typeof plan === 'string' ? undefined : checks;
    } catch (error) {
      if (error instanceof ActionError) return undefined;
      throw error;
    }
  }

  #whileOpen<T>(work: () => Promise<T>): Promise<T> {
    return retryWhile(work, () => !this.#isClosed);
  }

  async #planAgain(wanted: WantedDeployment): Promise<ReplicaPlan> {
    try {
      return await this.#planOf(wanted);
    } catch (error) {
      this.#plans.delete(releaseKey(wanted));
      throw error;
    }
  }

  /** A failed plan stays cached until a check has reported it. */
  #planOf(wanted: WantedDeployment): Promise<ReplicaPlan> {
    const key = releaseKey(wanted);
    const known = this.#plans.get(key);
    if (known) return known;
    const plan = planOf(this.#planOptions, wanted);
    this.#plans.set(key, plan);
    plan.catch(() => undefined);
    return plan;
  }

  async #port(): Promise<number> {
    const isTaken = (port: number) =>
      this.#ports.includes(port) || this.#everyone().some(({ url }) => url?.endsWith(`:${port}`));
    const port = await freePort(isTaken);
    this.#ports = [...this.#ports, port].slice(-RECENT_PORTS);
    return port;
  }

  get #planOptions(): PlanOptions {
    return { ...this.#options, replicas: () => this.#everyone().length };
  }

  #of(deploymentId: string): Set<LocalReplica> {
    const known = this.#replicas.get(deploymentId);
    if (known) return known;
    const made = new Set<LocalReplica>();
    this.#replicas.set(deploymentId, made);
    return made;
  }

  #everyone(): LocalReplica[] {
    return [...this.#replicas.values()].flatMap((replicas) => [...replicas]);
  }

  #folderOf(deploymentId: string): string {
    return join(this.#options.folder, deploymentId);
  }
}
