import type { BenchmarkResult, NewBenchmark } from './benchmark';
import type { SettingName } from './channels';
import type { CloudModel, NewCloudModel } from './cloud-models';
import type {
  DeploymentState,
  NewDeployment,
  RateLimit,
  ReadyDeployment,
  ScaledDeployment,
} from './deployments';
import type { AvailableModel, DeletedModel, ModelState, NewModel } from './models';
import type { Drive } from './pausing';
import type {
  BoundText,
  Clusters,
  HttpRequest,
  HttpResponse,
  MailReceipt,
  MailRequest,
  NewFile,
  NewNotice,
  SqlRequest,
  SqlResult,
  StoredFile,
} from './ports';

export const LOG_LEVELS = ['debug', 'info', 'warning', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes to the run's log, under this step and attempt. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warning(message: string): void;
  error(message: string): void;
}

/** Everything that an effect may access. */
export interface ActionContext {
  /** Aborts on cancel, shutdown or step timeout. Pass it to everything that waits. */
  readonly signal: AbortSignal;
  /** `signal`, but also aborting with a `timeout` failure after this many seconds. */
  deadline(seconds: number): AbortSignal;
  /** The same for every attempt of one step of one run; send it to services that deduplicate requests. */
  readonly idempotencyKey: string;
  /** Headers that continue the trace of the run; empty without one. */
  readonly traceHeaders: Readonly<Record<string, string>>;
  readonly step: { readonly id: string; readonly attempt: number };
  readonly log: Logger;
  /** Runs a long computation, such as parsing a large response. */
  readonly drive: Drive;
  /** Reserves memory for a received value; resolves when it is available. @param bytes estimated size */
  reserveMemory(bytes: number): Promise<void>;
  /** The resolved form of a parameter that is read as `bound`; undefined when it is not given. */
  bound(param: string): BoundText | undefined;
  /** A setting of this installation; a secret one is masked from here on. */
  setting(name: SettingName): Promise<string | undefined>;
  http(request: Own<HttpRequest>): Promise<HttpResponse>;
  mail(request: Own<MailRequest>): Promise<MailReceipt>;
  sql(request: Own<SqlRequest>): Promise<SqlResult>;
  readonly clusters: Clusters;
  readonly files: {
    /** Stores a file that belongs to this attempt. @throws ActionError `storage_full` or `rejected` */
    put(file: NewFile): Promise<StoredFile>;
    /** @throws ActionError `invalid_params` when no file has this path */
    get(path: string): Promise<{ readonly file: StoredFile; readonly content: Uint8Array }>;
  };
  readonly inbox: {
    /** Stores a notice of this attempt. Returns false when notices are not stored. */
    put(notice: NewNotice): Promise<boolean>;
  };
  readonly models: {
    /** Downloads and verifies a model, or finds an existing one. @throws ActionError as `Models.add` */
    add(model: NewModel, signal: AbortSignal): Promise<AvailableModel>;
    /** Adds a model that a provider serves. @throws ActionError as `Models.addCloud` */
    addCloud(model: NewCloudModel, signal: AbortSignal): Promise<CloudModel>;
    /** @throws ActionError `invalid_params` or `rejected` */
    delete(id: string, force: boolean): Promise<DeletedModel>;
    /** Sends requests to a model and measures its answers. @throws ActionError as `Models.benchmark` */
    benchmark(benchmark: NewBenchmark, signal: AbortSignal): Promise<BenchmarkResult>;
    /** Reads the present state of a model. @throws ActionError `invalid_params` */
    read(id: string): Promise<ModelState>;
  };
  readonly deployments: {
    /** Creates a deployment, or finds it, and waits until its replicas are ready. @throws ActionError as `Deployments.create` */
    create(deployment: NewDeployment, signal: AbortSignal): Promise<ReadyDeployment>;
    /** @throws ActionError */
    scale(id: string, replicas: number, signal: AbortSignal): Promise<ScaledDeployment>;
    /** @throws ActionError */
    limit(id: string, limit: RateLimit): Promise<{ readonly id: string }>;
    /** @throws ActionError */
    delete(id: string, signal: AbortSignal): Promise<{ readonly id: string }>;
    /** Reads the present state of a deployment, also of one that was deleted. @throws ActionError `invalid_params` */
    read(id: string): Promise<DeploymentState>;
  };
}

/** A request of an action. The runner adds the attempt's secrets. */
type Own<R> = Omit<R, 'secrets'>;
