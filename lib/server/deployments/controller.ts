import type { Sql } from 'postgres';
import { ActionError, toFailure } from '@/engine';
import type { DeploymentProvider, SeenDeployment } from '../adapters/clusters/provider';
import {
  autoScaleDeployment,
  finishDeletion,
  observeDeployment,
} from '../store/deployments/change-deployments';
import { addDeploymentEvent } from '../store/deployments/deployment-events';
import type { DeploymentRow } from '../store/deployments/deployment-row';
import { livingDeployments } from '../store/deployments/read-deployments';
import { rollBackRelease } from '../store/deployments/releases';
import type { Leadership } from './leadership';
import { statusOf } from './status-of';
import type { Timings } from './timings';

export interface ControllerOptions {
  readonly sql: Sql;
  readonly leadership: Leadership;
  readonly timings: Timings;
  readonly providerOf: (deployment: DeploymentRow) => DeploymentProvider;
  /** Called when this process begins to lead, with all deployments. */
  readonly begin: (deployments: readonly DeploymentRow[]) => Promise<void>;
  /** Called when another process leads. */
  readonly lose: () => void;
  /** Called at each check, also when another process leads. */
  readonly care: () => Promise<void>;
  /** Changes the number of replicas of a deployment by its load. @returns whether it did */
  readonly scale: (deployment: DeploymentRow) => Promise<boolean>;
  readonly report: (error: unknown, what: string) => void;
}

/** Factor of the interval while there are no deployments. */
const IDLE_FACTOR = 3;

/** Brings deployments to their desired state: one process of the installation does at a time. */
export class Controller {
  readonly #options: ControllerOptions;
  readonly #stop = new AbortController();
  #isLeading = false;
  #isIdle = false;
  #problem = '';
  #wake: () => void = () => undefined;
  #isWoken = false;
  readonly #running: Promise<void>;

  constructor(options: ControllerOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Checks now: something changed. */
  wake(): void {
    this.#isWoken = true;
    this.#wake();
  }

  /** Stops checking; a check in progress is finished. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#isWoken = false;
      try {
        await this.#check();
        this.#problem = '';
      } catch (error) {
        this.#complain(error, 'Deployments could not be looked after');
      }
      await this.#pause();
    }
  }

  async #check(): Promise<void> {
    const { sql, leadership, begin, lose, care } = this.#options;
    const leads = await leadership.hold();
    if (!leads) {
      if (this.#isLeading) lose();
      this.#isLeading = false;
      this.#isIdle = true;
      return care();
    }
    const deployments = await livingDeployments(sql);
    if (!this.#isLeading) await begin(deployments);
    this.#isLeading = true;
    this.#isIdle = deployments.length === 0;
    for (const deployment of deployments) {
      if (this.#stop.signal.aborted || !leadership.isCertain) return;
      await this.#step(deployment).catch((error: unknown) =>
        this.#complain(error, `The deployment ${deployment.name} could not be looked after`),
      );
    }
    await care();
  }

  async #step(deployment: DeploymentRow): Promise<void> {
    const { sql, providerOf, scale } = this.#options;
    const provider = providerOf(deployment);
    if (deployment.status === 'deleting') {
      if (await provider.remove(deployment)) await finishDeletion(sql, deployment.id);
      return;
    }
    if (deployment.status === 'failed') {
      await provider.ensure({ ...deployment, replicas: 0 });
      return;
    }
    if (await scale(deployment)) return this.wake();
    const seen = await seenBy(provider, deployment);
    if (!seen) return;
    if (seen.failure && (await rollBackRelease(sql, deployment, seen.failure))) return this.wake();
    if (seen.scaledTo !== undefined) return this.#follow(deployment, seen.scaledTo);
    await this.#write(deployment, seen);
  }

  /** The cluster changed the number of replicas. */
  async #follow(deployment: DeploymentRow, replicas: number): Promise<void> {
    const why = 'by the HorizontalPodAutoscaler of the cluster';
    await this.#options.sql.begin((tx) => autoScaleDeployment(tx, deployment, replicas, why));
    this.wake();
  }

  async #write(deployment: DeploymentRow, seen: SeenDeployment): Promise<void> {
    const { sql } = this.#options;
    const next = statusOf(deployment, seen);
    const isSame =
      next.status === deployment.status &&
      next.observed === deployment.observed &&
      next.error?.message === deployment.error?.message;
    if (isSame || !(await observeDeployment(sql, deployment, next))) return;
    if (next.status !== 'failed') return;
    const message = next.error?.message ?? 'Failed.';
    await addDeploymentEvent(sql, deployment.id, { kind: 'failed', message });
  }

  /** The same problem is reported once. */
  #complain(error: unknown, what: string): void {
    const problem = `${what}: ${toFailure(error).message}`;
    if (problem !== this.#problem) this.#options.report(error, what);
    this.#problem = problem;
  }

  async #pause(): Promise<void> {
    const { tickMs } = this.#options.timings;
    if (this.#isWoken || this.#stop.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#isIdle ? tickMs * IDLE_FACTOR : tickMs);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** What a provider sees; a deployment that it cannot have at all has failed. */
async function seenBy(
  provider: DeploymentProvider,
  deployment: DeploymentRow,
): Promise<SeenDeployment | undefined> {
  try {
    return await provider.ensure(deployment);
  } catch (error) {
    if (error instanceof ActionError) return { ready: 0, total: 0, failure: toFailure(error) };
    throw error;
  }
}
