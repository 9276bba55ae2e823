import type { Sql } from 'postgres';
import { ActionError, toFailure } from '@/engine';
import type { DeploymentProvider, SeenDeployment, WantedDeployment } from '../../adapters/clusters/provider';
import { deadlineOf } from '../../deadline';
import { explainDeletion } from '../../store/deployments/change-deployments';
import { addDeploymentEvent } from '../../store/deployments/deployment-events';
import { replicasOf } from '../../store/deployments/read-deployments';
import { type SeenReplica, syncReplicas } from '../../store/deployments/sync-replicas';
import { AutoscalingVersions } from './autoscaling-versions';
import { ClusterGone } from './connections';
import { type EnsureOptions, ensurePods } from './ensure-pods';
import { type PlaceOptions, placeOf } from './place';
import { removeObjects } from './remove-objects';
import { newSession, type Session } from './session';
import { sweepClusters } from './sweep';

/** Timeout of one pass over a deployment, in ms: shorter than the time until another process may take over. */
const PASS_MS = 6000;
/** Codes of permanent failures. */
const FINAL = new Set(['foreign_object', 'Invalid', 'no_model_delivery', 'no_runtime']);

export interface KubernetesProviderOptions
  extends Omit<EnsureOptions, 'autoscaling' | 'installation'>,
    PlaceOptions {
  readonly sql: Sql;
  /** Requests of all gateways in flight at a replica. */
  readonly inFlight: (replicaId: string) => Promise<number>;
  readonly report: (error: unknown, what: string) => void;
  /** Called after a pass has observed the deployment. */
  readonly changed: () => void;
}

/**
 * Deployments as objects of Kubernetes clusters. Passes run in the background, so that a slow cluster delays no other
 * deployment.
 */
export class KubernetesProvider implements DeploymentProvider {
  readonly #options: KubernetesProviderOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #versions = new AutoscalingVersions();
  #stop = new AbortController();
  readonly #sweepProblems = new Map<string, string>();
  #sweeping: Promise<void> | undefined;

  constructor(options: KubernetesProviderOptions) {
    this.#options = options;
  }

  async ensure(wanted: WantedDeployment): Promise<SeenDeployment | undefined> {
    const session = this.#of(wanted.id);
    this.#start(session, wanted, (signal) => this.#ensureOnce(session, wanted, signal));
    return session.key === keyOf(wanted) ? session.seen : undefined;
  }

  async remove(wanted: WantedDeployment): Promise<boolean> {
    const session = this.#of(wanted.id);
    if (!session.isGone) this.#start(session, wanted, (signal) => this.#removeOnce(session, wanted, signal));
    if (session.isGone) this.#sessions.delete(wanted.id);
    return session.isGone;
  }

  /** Deletes objects of deleted deployments in the background, unless that is under way. @param isLeader as in `SweepOptions` */
  sweep(isLeader: () => boolean): void {
    const { signal } = this.#stop;
    const own = { versions: this.#versions, problems: this.#sweepProblems, isLeader, signal };
    this.#sweeping ??= sweepClusters({ ...this.#options, ...own })
      .catch((error: unknown) =>
        this.#options.report(error, 'Objects of deleted deployments could not be found'),
      )
      .finally(() => {
        this.#sweeping = undefined;
      });
  }

  /** Stops all passes, because another process now manages the deployments. */
  async leave(): Promise<void> {
    this.#stop.abort();
    this.#stop = new AbortController();
    const running = [...this.#sessions.values()].map((session) => session.running);
    this.#sessions.clear();
    await Promise.all([...running, this.#sweeping]);
  }

  #of(id: string): Session {
    const known = this.#sessions.get(id);
    if (known) return known;
    const made = newSession();
    this.#sessions.set(id, made);
    return made;
  }

  /** Starts a pass if one is due and none is running. */
  #start(
    session: Session,
    wanted: WantedDeployment,
    work: (signal: AbortSignal) => Promise<SeenDeployment | undefined>,
  ): void {
    if (session.running || !this.#isDue(session, wanted)) return;
    const stop = this.#stop.signal;
    const deadline = deadlineOf(stop, PASS_MS, () => tooSlow(wanted));
    session.running = work(deadline.signal)
      .then(
        (seen) => {
          session.downSince = undefined;
          session.seen = seen;
          session.key = keyOf(wanted);
        },
        (error: unknown) => this.#fail(session, wanted, error),
      )
      .catch((error: unknown) => this.#options.report(error, unreconciled(wanted)))
      .finally(() => {
        deadline.done();
        session.running = undefined;
        session.tried = keyOf(wanted);
        session.at = performance.now();
        if (!stop.aborted) this.#options.changed();
      });
  }

  #isDue(session: Session, wanted: WantedDeployment): boolean {
    const { tickMs, liveProbeMs } = this.#options.timings;
    if (session.tried !== keyOf(wanted) && session.downSince === undefined) return true;
    const isSettled = session.seen?.ready === wanted.replicas && session.seen.total === wanted.replicas;
    return performance.now() - session.at >= (isSettled || session.downSince ? liveProbeMs : tickMs);
  }

  async #ensureOnce(session: Session, wanted: WantedDeployment, signal: AbortSignal) {
    session.drainingSince = undefined;
    const place = await placeOf(this.#options, wanted, signal);
    const autoscaling = () => this.#versions.of(wanted.clusterId, place.api);
    if (wanted.status === 'failed') {
      const { rows } = await removeObjects(place, wanted, autoscaling);
      await this.#sync(wanted, rows, signal);
      return { ready: 0, total: rows.length };
    }
    const installation = this.#options.requests.mark();
    const options = { ...this.#options, autoscaling, installation };
    const { seen, rows } = await ensurePods(options, place, wanted);
    await this.#sync(wanted, rows, signal);
    return seen;
  }

  async #removeOnce(session: Session, wanted: WantedDeployment, signal: AbortSignal) {
    const { sql } = this.#options;
    const place = await placeOf(this.#options, wanted, signal);
    if (!(await this.#isDrained(session, wanted, signal))) return undefined;
    const version = () => this.#versions.of(wanted.clusterId, place.api);
    const { rows, isGone } = await removeObjects(place, wanted, version);
    await explainDeletion(sql, wanted.id, null);
    await syncReplicas(sql, wanted.id, rows);
    session.isGone = isGone;
    return undefined;
  }

  /**
   * Marks replicas as stopping, so that gateways send no new requests, and waits for those in flight. @returns whether
   * none is left
   */
  async #isDrained(session: Session, { id }: WantedDeployment, signal: AbortSignal): Promise<boolean> {
    const { sql, inFlight, timings } = this.#options;
    const rows = await replicasOf(sql, [id]);
    if (session.drainingSince === undefined) {
      if (!rows.some(({ state }) => state === 'ready')) return true;
      signal.throwIfAborted();
      await syncReplicas(
        sql,
        id,
        rows.map((row) => ({ ...row, state: 'draining' })),
      );
      session.drainingSince = performance.now();
      return false;
    }
    const waited = performance.now() - session.drainingSince;
    if (waited > timings.drainMs) return true;
    if (waited < timings.noticeMs) return false;
    const counts = await Promise.all(rows.map((row) => inFlight(row.id)));
    return counts.every((count) => count === 0);
  }

  async #sync({ id }: WantedDeployment, rows: readonly SeenReplica[], signal: AbortSignal): Promise<void> {
    const { sql } = this.#options;
    // A process that no longer manages the deployment must not overwrite what its successor writes.
    signal.throwIfAborted();
    for (const { before, after } of await syncReplicas(sql, id, rows)) {
      const isReady = after.state === 'ready' && before?.state !== 'ready';
      if (isReady)
        await addDeploymentEvent(sql, id, {
          kind: 'replica_ready',
          message: `Replica ${after.id} is ready.`,
        });
      if (after.restarts > (before?.restarts ?? 0)) {
        const message = `Replica ${after.id} restarted. ${after.message ?? ''}`.trim();
        await addDeploymentEvent(sql, id, { kind: 'replica_restarted', message });
      }
    }
  }

  async #fail(session: Session, wanted: WantedDeployment, error: unknown): Promise<void> {
    if (this.#sessions.get(wanted.id) !== session) return;
    if (error instanceof ClusterGone) return this.#abandon(session, wanted);
    if (!(error instanceof ActionError)) {
      this.#options.report(error, unreconciled(wanted));
      return;
    }
    const isDown = error.kind === 'connection_error' || error.kind === 'timeout';
    if (isDown) session.downSince ??= new Date().toISOString();
    const goesOn =
      wanted.status === 'deleting'
        ? 'The deletion continues when the cluster is reachable.'
        : 'The deployment keeps its last known state.';
    const since = `The cluster ${wanted.clusterId} has been unreachable since ${session.downSince}. ${goesOn} ${error.message}`;
    await this.#explain(session, wanted, error, isDown ? since : error.message);
  }

  /** Stores why a deployment has not reached its desired state. */
  async #explain(
    session: Session,
    wanted: WantedDeployment,
    error: ActionError,
    waiting: string,
  ): Promise<void> {
    if (wanted.status === 'deleting') {
      session.key = keyOf(wanted);
      return explainDeletion(this.#options.sql, wanted.id, waiting);
    }
    const rows = await replicasOf(this.#options.sql, [wanted.id]);
    const kept = { ready: rows.filter(({ state }) => state === 'ready').length, total: rows.length };
    const isFinal = FINAL.has(error.code ?? '') || error.kind === 'invalid_params';
    session.key = keyOf(wanted);
    const wasReady = wanted.observed > 0 && wanted.previous === null;
    if (isFinal && !wasReady) {
      session.seen = { ...kept, failure: toFailure(error) };
      return;
    }
    session.seen = { ...kept, waiting };
  }

  /** The cluster was removed from this installation, so its remaining objects are unreachable. */
  async #abandon(session: Session, wanted: WantedDeployment): Promise<void> {
    const { id, clusterId, status } = wanted;
    const message = `The cluster ${clusterId} was removed from this installation. Add it again under this name, or delete the deployment.`;
    session.seen = { ready: 0, total: 0, waiting: message };
    session.key = keyOf(wanted);
    if (status !== 'deleting') return;
    await syncReplicas(this.#options.sql, id, []);
    session.isGone = true;
  }
}

function keyOf({ generation, status, replicas }: WantedDeployment): string {
  return `${generation}/${replicas}/${status === 'failed' || status === 'deleting' ? status : ''}`;
}

function unreconciled({ name }: WantedDeployment): string {
  return `The deployment ${name} could not be reconciled`;
}

function tooSlow({ clusterId }: WantedDeployment): ActionError {
  return new ActionError(
    'timeout',
    `The cluster ${clusterId} did not respond within ${PASS_MS / 1000} s. Check that its API server is running.`,
  );
}
