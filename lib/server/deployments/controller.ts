import type { Sql } from 'postgres';
import { toFailure } from '@/engine';
import type { DeploymentRow } from '../store/deployments/deployment-row';
import { LeaseLost } from '../store/deployments/leader';
import { livingDeployments } from '../store/deployments/read-deployments';
import type { Leadership } from './leadership';
import { type StepOptions, stepDeployment } from './step-deployment';
import { StepQueue } from './step-queue';
import type { Timings } from './timings';

export interface ControllerOptions extends StepOptions {
  readonly sql: Sql;
  readonly leadership: Leadership;
  readonly timings: Timings;
  /** Called with all deployments when this process becomes the leader, and again after it failed. */
  readonly begin: (deployments: readonly DeploymentRow[]) => Promise<void>;
  /** Called when another process becomes the leader. */
  readonly lose: () => void;
  /** Called at each check, on the leader and on other processes. */
  readonly sweep: () => Promise<void>;
  readonly report: (error: unknown, what: string) => void;
}

/** Factor of the interval without deployments. */
const IDLE_FACTOR = 3;
/** Concurrent steps. Several, so that a deployment whose servers do not respond does not delay the others. */
const MAX_STEPS = 32;

/** Brings deployments to their desired state. Only the leader among the processes of an installation acts. */
export class Controller {
  readonly #options: ControllerOptions;
  readonly #stop = new AbortController();
  /** Token of the lease under which this process is the leader. */
  #token: number | undefined;
  #hasBegun = false;
  #isIdle = false;
  readonly #steps = new StepQueue({ limit: MAX_STEPS, missed: () => this.wake() });
  /** The last error of each task, so that a repeated one is reported once. */
  readonly #problems = new Map<string, string>();
  #wake: () => void = () => undefined;
  #isWoken = false;
  readonly #running: Promise<void>;

  constructor(options: ControllerOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Checks immediately, after a change. */
  wake(): void {
    this.#isWoken = true;
    this.#wake();
  }

  /** Stops checking, and waits for steps in progress. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wake();
    await this.#running;
    await this.#steps.clear();
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#isWoken = false;
      await this.#attempt('Deployments could not be reconciled', () => this.#check());
      await this.#pause();
    }
  }

  async #check(): Promise<void> {
    const { sql, leadership, begin, lose, sweep } = this.#options;
    const token = await leadership.hold();
    if (this.#token !== undefined && this.#token !== token) {
      await this.#steps.clear();
      lose();
      this.#hasBegun = false;
    }
    this.#token = token;
    this.#isIdle = token === undefined;
    if (token === undefined) return sweep();
    const deployments = await livingDeployments(sql);
    if (!this.#hasBegun) await begin(deployments);
    this.#hasBegun = true;
    this.#isIdle = deployments.length === 0;
    for (const deployment of deployments) this.#steps.add(deployment.id, () => this.#step(deployment));
    await sweep();
  }

  async #step(deployment: DeploymentRow): Promise<void> {
    if (this.#stop.signal.aborted || !this.#options.leadership.isCertain) return;
    await this.#attempt(`The deployment ${deployment.name} could not be reconciled`, async () => {
      if (await stepDeployment(this.#options, deployment)) this.wake();
    });
  }

  /** Never rejects. @param what the task, as the log names it when it fails */
  async #attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#problems.delete(what);
    } catch (error) {
      if (error instanceof LeaseLost) return this.wake();
      const { message } = toFailure(error);
      if (this.#problems.get(what) !== message) this.#options.report(error, what);
      this.#problems.set(what, message);
    }
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
