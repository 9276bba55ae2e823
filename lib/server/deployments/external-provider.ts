import type { Sql } from 'postgres';
import { ActionError } from '@/engine';
import type { Http } from '@/engine/ports';
import type { DeploymentProvider, SeenDeployment, WantedDeployment } from '../adapters/clusters/provider';
import { newId } from '../ids';
import type { ReplicaRow } from '../store/deployments/deployment-row';
import { replicasOf } from '../store/deployments/read-deployments';
import { changeReplica, insertReplica, removeReplica } from '../store/deployments/replicas';
import type { Leadership } from './leadership';
import type { Timings } from './timings';

export interface ExternalProviderOptions {
  readonly sql: Sql;
  readonly leadership: Pick<Leadership, 'act'>;
  /** Applies the settings of outgoing connections. */
  readonly http: Http;
  readonly timings: Timings;
}

/** Servers outside this installation. Each counts as one replica, which is ready while the server responds. */
export class ExternalProvider implements DeploymentProvider {
  readonly #options: ExternalProviderOptions;
  /** Time of the last probe by deployment. */
  readonly #askedAt = new Map<string, number>();

  constructor(options: ExternalProviderOptions) {
    this.#options = options;
  }

  async ensure(wanted: WantedDeployment): Promise<SeenDeployment> {
    const { sql, timings } = this.#options;
    if (wanted.replicas === 0) {
      await this.remove(wanted);
      return { ready: 0, total: 0 };
    }
    const [row] = await replicasOf(sql, [wanted.id]);
    const isDue = performance.now() - (this.#askedAt.get(wanted.id) ?? -Infinity) > timings.liveProbeMs;
    if (row && !isDue) return seen(row.state === 'ready' ? null : (row.message ?? ''));
    this.#askedAt.set(wanted.id, performance.now());
    const problem = await this.#problemOf(wanted);
    await this.#write(wanted, row, problem);
    return seen(problem);
  }

  async #write(
    { id: deploymentId, externalUrl }: WantedDeployment,
    row: ReplicaRow | undefined,
    message: string | null,
  ) {
    const { sql, leadership } = this.#options;
    const url = externalUrl ?? '';
    const id = row?.id ?? newId('replica');
    const own = { id, deploymentId, owner: null };
    const added = { ...own, node: new URL(url).host, url, gpus: [], state: 'starting' } as const;
    if (!row) await leadership.act((tx) => insertReplica(tx, added));
    const state = message === null ? 'ready' : 'starting';
    if (row?.state === state && row.message === message) return;
    const readyAt = message === null ? new Date().toISOString() : (row?.readyAt ?? null);
    await changeReplica(sql, own, { state, readyAt, message });
  }

  async remove({ id }: WantedDeployment): Promise<boolean> {
    const { sql } = this.#options;
    for (const replica of await replicasOf(sql, [id])) await removeReplica(sql, replica);
    this.#askedAt.delete(id);
    return true;
  }

  /** Why the server does not serve an OpenAI-compatible API; null when it does. */
  async #problemOf({ externalUrl }: WantedDeployment): Promise<string | null> {
    const url = `${(externalUrl ?? '').replace(/\/$/, '')}/v1/models`;
    const signal = AbortSignal.timeout(this.#options.timings.probeTimeoutMs);
    try {
      const { status } = await this.#options.http({ url, method: 'GET', headers: {}, signal });
      // 401 and 403 show that the server responds: callers may send their own key.
      if (status < 400 || status === 401 || status === 403) return null;
      return `${url} returned status ${status}. Check the address and the server.`;
    } catch (error) {
      if (error instanceof ActionError) return error.message;
      if (signal.aborted) return `${url} did not respond in time. Check the address and the server.`;
      throw error;
    }
  }
}

function seen(problem: string | null): SeenDeployment {
  return problem === null ? { ready: 1, total: 1 } : { ready: 0, total: 1, waiting: problem };
}
