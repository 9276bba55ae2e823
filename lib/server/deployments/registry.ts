import type {
  DeploymentAttempt,
  DeploymentRequest,
  DeploymentState,
  RateLimit,
  ReadyDeployment,
  ScaledDeployment,
} from '@/engine/deployments';
import type { Deployments } from '@/engine/ports';
import { type Author, markDeploymentDeleting } from '../store/deployments/change-deployments';
import { deletedBy } from '../store/deployments/deleted-by';
import type { DeploymentRow } from '../store/deployments/deployment-row';
import { limitDeployment } from '../store/deployments/limit-deployment';
import { lockDeployments } from '../store/deployments/lock-deployments';
import { findDeployment, readyReplicas } from '../store/deployments/read-deployments';
import { readCapacity } from './capacity';
import { type CreateOptions, createDeployment } from './create-deployment';
import { beingDeleted, unknownDeployment } from './refusals';
import { type ReleaseChange, releaseDeployment } from './release-deployment';
import { type Scaling, scaleIn } from './scale-deployment';
import { isSettled, waitFor } from './wait-for';

export interface DeploymentRegistryOptions extends CreateOptions {
  /** Base URL of this installation for clients. */
  readonly baseUrl: () => Promise<string>;
  /** Wakes the controller of this process. */
  readonly wake: () => void;
}

/** The deployments of an installation. Writes their desired state, which the controller brings about. */
export class DeploymentRegistry implements Deployments {
  readonly #options: DeploymentRegistryOptions;

  constructor(options: DeploymentRegistryOptions) {
    this.#options = options;
  }

  async create(request: DeploymentRequest): Promise<ReadyDeployment> {
    const made = await this.createAs(request, authorOf(request));
    const row = await this.#settled(made, request.signal);
    return {
      id: row.id,
      endpointUrl: await this.urlOf(row.name),
      status: row.status,
      readyReplicas: await readyReplicas(this.#options.sql, row.id),
    };
  }

  async scale(id: string, replicas: number, attempt: DeploymentAttempt): Promise<ScaledDeployment> {
    const { row, previous } = await this.scaleAs(id, replicas, authorOf(attempt));
    await this.#settled({ ...row, replicas }, attempt.signal);
    return {
      id: row.id,
      previousReplicas: previous,
      currentReplicas: await readyReplicas(this.#options.sql, row.id),
    };
  }

  async limit(
    id: string,
    limit: RateLimit,
    attempt: Omit<DeploymentAttempt, 'signal'>,
  ): Promise<{ id: string }> {
    const row = await this.limitAs(id, limit, authorOf(attempt));
    return { id: row.id };
  }

  async delete(idOrName: string, attempt: DeploymentAttempt): Promise<{ id: string }> {
    const { id } = await this.deleteAs(idOrName, authorOf(attempt));
    await waitFor(this.#options.sql, id, {
      signal: attempt.signal,
      isReached: (row) => row.deletedAt !== null,
    });
    return { id };
  }

  async read(idOrName: string): Promise<DeploymentState> {
    const { sql } = this.#options;
    const row = await findDeployment(sql, idOrName);
    if (!row) throw unknownDeployment(idOrName);
    const { id, name, modelId, clusterId, replicas, error } = row;
    const status = row.deletedAt === null ? row.status : 'deleted';
    return {
      ...{ id, name, modelId, clusterId, status, replicas },
      endpointUrl: await this.urlOf(name),
      readyReplicas: await readyReplicas(sql, id),
      error: error?.message,
    };
  }

  /** Writes a new deployment. @throws ActionError */
  async createAs(
    wanted: Omit<DeploymentRequest, keyof DeploymentAttempt>,
    author: Author,
  ): Promise<DeploymentRow> {
    const row = await createDeployment(this.#options, wanted, author);
    this.#options.wake();
    return row;
  }

  /** Writes the number of replicas; auto-scaling is switched off. @throws ActionError */
  async scaleAs(idOrName: string, replicas: number, author: Author): Promise<Scaling> {
    const { sql, clusters } = this.#options;
    const known = await this.#living(idOrName);
    const capacity = known.externalUrl === null ? await readCapacity(clusters, known.clusterId) : undefined;
    const request = { id: known.id, replicas, author, capacity };
    const scaling = await lockDeployments(sql, (tx) => scaleIn(tx, request));
    this.#options.wake();
    return scaling;
  }

  /** Writes a new release: another model, runtime or other resources. @throws ActionError */
  async releaseAs(idOrName: string, change: ReleaseChange, author: Author): Promise<DeploymentRow> {
    const row = await releaseDeployment(this.#options, await this.#living(idOrName), { change, author });
    this.#options.wake();
    return row;
  }

  /** Sets the rate limit. @throws ActionError */
  async limitAs(idOrName: string, limit: RateLimit, author: Author): Promise<DeploymentRow> {
    const row = await this.#living(idOrName);
    if (row.status === 'deleting') throw beingDeleted(row.name);
    await lockDeployments(this.#options.sql, (tx) => limitDeployment(tx, row, limit, author));
    return row;
  }

  /** Marks a deployment as being deleted. A repeated deletion succeeds. @throws ActionError */
  async deleteAs(idOrName: string, author: Author): Promise<DeploymentRow> {
    const { sql } = this.#options;
    const row = (await findDeployment(sql, idOrName)) ?? (await deletedBy(sql, idOrName, author.origin));
    if (!row) throw unknownDeployment(idOrName);
    await lockDeployments(sql, (tx) => markDeploymentDeleting(tx, row, author));
    this.#options.wake();
    return row;
  }

  /** Base URL of the gateway for clients. */
  baseUrl(): Promise<string> {
    return this.#options.baseUrl();
  }

  /** URL of a deployment for clients, without `/v1`. @param base from `baseUrl` */
  urlBelow(base: string, name: string): string {
    return `${base}/deployments/${name}`;
  }

  /** URL of a deployment for clients, without `/v1`. */
  async urlOf(name: string): Promise<string> {
    return this.urlBelow(await this.baseUrl(), name);
  }

  async #settled(
    wanted: Pick<DeploymentRow, 'id' | 'generation' | 'replicas' | 'release'>,
    signal: AbortSignal,
  ): Promise<DeploymentRow> {
    return waitFor(this.#options.sql, wanted.id, { signal, isReached: (row) => isSettled(row, wanted) });
  }

  async #living(idOrName: string): Promise<DeploymentRow> {
    const row = await findDeployment(this.#options.sql, idOrName);
    if (row && row.deletedAt === null) return row;
    throw unknownDeployment(idOrName);
  }
}

/** A step as the author of a change. */
function authorOf({ owner }: Pick<DeploymentAttempt, 'owner'>): Author {
  const { runId, step } = owner;
  return { actor: { kind: 'run', id: runId, name: step }, origin: { runId, step } };
}
