import { setMaxListeners } from 'node:events';
import { getHeapStatistics } from 'node:v8';
import { catalogue as builtIn } from '@/engine/actions';
import { AnswerMemory } from '@/engine/answer-memory';
import type { ActionDescriptor, Catalogue } from '@/engine/catalogue';
import type { Clock, World } from '@/engine/ports';
import type { ChunkSizes } from '@/engine/run/chunks';
import { SharedMemory } from '@/engine/run/shared-memory';
import type { Health, Readiness } from '@/lib/contracts/health';
import type { Workers } from '@/lib/contracts/workers';
import { clockOf } from './adapters/database-clock';
import { type FreeBytes, systemFreeBytes, writtenFolders } from './adapters/disk-space';
import { type BlobStore, createBlobs, createFileStore, startSweeping } from './adapters/files';
import { type ClosableSandbox, createSandbox } from './adapters/sandbox';
import { createSecrets } from './adapters/secrets';
import type { Config } from './config';
import type { Database } from './db/open';
import { type HealthSources, healthOf, readinessOf } from './health';
import { Registration } from './installation/registration';
import type { Metrics } from './metrics';
import { isReachable } from './private-address';
import { log, report as reportToLog } from './report';
import type { Restate } from './restate';
import { startRemovingRuns } from './retention/start';
import { getAction } from './services/actions/get';
import type { ServiceContext } from './services/context';
import { newId } from './services/ids';
import { QueueLimit } from './services/runs/queue-limit';
import { StorageGuard } from './services/runs/storage-guard';
import { createShapes } from './services/shapes/of-pipeline';
import { reencryptTokens } from './services/triggers/address';
import { listWorkersAndQueue } from './services/workers/list';
import { Definitions } from './store/definitions';
import { Feed } from './store/feed';
import { JournalWriter } from './store/journal-writer';
import { largePayloadKeeper } from './store/large-payloads';
import { endAllLeases } from './store/queue';
import { RunInserter } from './store/run-inserter';
import { listenForSignals } from './store/signals';
import { countPending } from './store/submissions';
import { Scheduler } from './triggers/scheduler';
import { bindUseCases, type UseCases } from './use-cases';
import { LoadMeter } from './worker/load';
import type { OtherDriver } from './worker/presence';
import { createWorkerProcess, type WorkerProcess } from './worker/worker-process';
import { serverWorld } from './world';

/** With what the rest of a shutdown takes, within the 10 s that service managers commonly grant. */
const DRAIN_MS = 8000;

/** What all runs of a process may hold before the large ones take turns, as a share of the heap that Node.js allows. */
const RUNS_SHARE_OF_HEAP = 1 / 4;

/** What answers under way may take, as a share of that heap: each is there as bytes, as text and as values. */
const ANSWERS_SHARE_OF_HEAP = 1 / 32;

/** What the outside world is, for a whole server. */
export interface Adapters {
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly world: World;
  /** Where contents of files and large values are kept. */
  readonly blobs: BlobStore;
  readonly report: (error: unknown, what: string) => void;
  /** When loops are carried out in parts. @default what the engine says */
  readonly chunkSizes?: ChunkSizes;
  /** What the runs of this process hold together. @default a quarter of the heap that Node.js allows */
  readonly memory?: SharedMemory;
  /** Space on the disks that are written to. @default what the system says */
  readonly freeBytes?: FreeBytes;
}

/** Parts that a test puts in place of the real ones. */
export type AdapterOverrides = Partial<Omit<Adapters, 'world'>> & { readonly world?: Partial<World> };

/** The settings that matter once the database is open. */
export type AppConfig = Pick<
  Config,
  | 'databaseUrl'
  | 'dataDir'
  | 'host'
  | 'port'
  | 'hosts'
  | 'egressMode'
  | 'egressAllow'
  | 'runsWorker'
  | 'leaseMs'
  | 'slots'
  | 'queueLimit'
  | 'queueSharePercent'
  | 'maxSteps'
  | 'runsKeep'
  | 'restate'
  | 'blobs'
  | 'filesKeepDays'
  | 'masterKeys'
  | 'settings'
> & {
  /** Longest time that attempts in flight get to end when the server closes, in ms. @default 8000 */
  readonly drainMs?: number;
  /** @default "web" */
  readonly kind?: 'web' | 'worker';
  /** Whether the command line learns of this server, through the data folder. @default false */
  readonly leavesNotice?: boolean;
};

/** Every use case of the server, and the life of what they stand on. */
export interface App extends Adapters, UseCases {
  /** All that a use case works with. */
  readonly context: ServiceContext;
  readonly shapes: ReturnType<typeof createShapes>;
  /** Every action as data, in palette order. */
  readonly actions: readonly ActionDescriptor[];
  /** One action by type or alias. @throws NotFound */
  action(type: string): ActionDescriptor;
  /** Every process that carries out runs, and the queue. */
  workers(): Promise<Workers>;
  readonly metrics: Metrics;
  /** @throws when the database does not answer */
  health(): Promise<Health>;
  /** Whether this process should be sent requests. */
  readiness(): Promise<Readiness>;
  /** The id of this installation, with which the requests of its pipelines are marked. */
  readonly instance: string;
  /** Host names this server answers to besides its own machine's. */
  readonly allowedHosts: readonly string[];
  /** Whether other machines reach this server, which has no sign-in. */
  readonly isReachable: boolean;
  /** Aborts when the server goes down: ends streams. */
  readonly closing: AbortSignal;
  /** Gives runs back, then closes the database. Doing it twice is doing it once. */
  close(): Promise<void>;
}

/** Puts the server together over an open database: the one place that picks adapters. */
export async function compose(
  config: AppConfig,
  database: Pick<Database, 'sql' | 'claims' | 'close'>,
  overrides: AdapterOverrides = {},
): Promise<App> {
  const { sql } = database;
  const blobs = overrides.blobs ?? createBlobs(config, sql);
  const files = createFileStore({ sql, blobs });
  const storage = new StorageGuard({
    folders: writtenFolders(config),
    freeBytes: overrides.freeBytes ?? systemFreeBytes,
  });
  const report = (error: unknown, what: string) => {
    storage.note(error);
    (overrides.report ?? reportToLog)(error, what);
  };
  // All processes go by the database's clock: a host's may be wrong, and may be set while a run waits.
  const databaseClock = await clockOf(sql);
  const clock = overrides.clock ?? databaseClock;
  const now = () => clock.now();
  const { keys, renew, ...kept } = createSecrets({ config, sql, now, report, log });
  const sandbox = createSandbox();
  const registration = await Registration.open({
    sql,
    config,
    report,
    log,
    kind: config.kind ?? 'web',
    noticeDir: config.leavesNotice ? config.dataDir : undefined,
  });
  const world: World = {
    ...serverWorld(config, registration, { files, sandbox, ...kept }),
    answers: new AnswerMemory(getHeapStatistics().heap_size_limit * ANSWERS_SHARE_OF_HEAP),
    ...overrides.world,
  };
  const adapters: Adapters = { catalogue: builtIn, ...overrides, clock, report, blobs, world };
  const { descriptors } = adapters.catalogue;
  const definitions = new Definitions(sql, descriptors, config.maxSteps);
  const feed = new Feed(sql);
  const parts = { config, database, adapters, definitions, feed, sandbox, load: new LoadMeter() };
  const restate = config.restate && (await openRestate(parts));
  const workerProcess = workerProcessOf(parts, () => ({
    activeRuns: restate?.activeRuns ?? 0,
    slots: restate?.mostRuns ?? 0,
  }));
  const { worker } = workerProcess;
  const ctx: ServiceContext = {
    sql,
    blobs,
    descriptors,
    maxSteps: config.maxSteps,
    definitions,
    feed,
    storage,
    runInserter: new RunInserter(sql),
    queueLimit: new QueueLimit(config, (most) => countPending(sql, most)),
    keys,
    settings: config.settings,
    runsKeep: config.runsKeep,
    now,
    driver: config.restate ? 'restate' : 'sql',
    wakeWorker: () => {
      worker?.wake();
      restate?.wake();
    },
    commandRun: (runId) => {
      worker?.command(runId);
      restate?.wake();
    },
  };
  const scheduler = worker && new Scheduler(ctx, adapters.report);
  // Nobody else can have the built-in database open: whoever held a lease there is dead.
  if (config.databaseUrl === undefined) await endAllLeases(sql);
  await renew();
  await reencryptTokens(ctx).catch((error: unknown) =>
    adapters.report(error, 'Addresses of webhooks could not be brought under the newest key'),
  );
  const stopListening = await listenForSignals(sql, {
    queued: ctx.wakeWorker,
    commanded: ctx.commandRun,
    written: (runId, seq) => feed.publish(runId, seq),
    triggered: () => scheduler?.wake(),
    listening: () => {
      ctx.wakeWorker();
      scheduler?.wake();
      feed.check().catch((error: unknown) => adapters.report(error, 'Watched runs could not be looked up'));
    },
  });
  workerProcess.start();
  scheduler?.wake();
  const stopSweeping =
    worker && startSweeping({ ...adapters, sql, keepDays: config.filesKeepDays, now: ctx.now });
  const stopRemovingRuns = worker && startRemovingRuns({ ...adapters, sql, keep: config.runsKeep });
  const closing = new AbortController();
  // Every open stream listens.
  setMaxListeners(0, closing.signal);
  const closeAll = async () => {
    closing.abort();
    feed.close();
    await scheduler?.stop();
    await workerProcess.stop();
    await restate?.close();
    await stopSweeping?.();
    await stopRemovingRuns?.();
    await stopListening();
    await registration.stop();
    await sandbox.close();
    databaseClock.stop();
    await database.close();
  };
  let closed: Promise<void> | undefined;
  const health: HealthSources = {
    sql,
    storage,
    activeRuns: () => (worker?.activeRuns ?? 0) + (restate?.activeRuns ?? 0),
    closing: closing.signal,
  };
  return {
    context: ctx,
    ...adapters,
    ...bindUseCases(ctx, { ...adapters, ...world }),
    shapes: createShapes(ctx),
    actions: descriptors.all,
    action: (type) => getAction(ctx, { type }),
    workers: () => listWorkersAndQueue(ctx),
    metrics: workerProcess.metrics,
    health: () => healthOf(health),
    readiness: () => readinessOf(health),
    instance: registration.instance,
    allowedHosts: config.hosts,
    isReachable: isReachable(config),
    closing: closing.signal,
    close: () => {
      closed ??= closeAll();
      return closed;
    },
  };
}

interface Parts {
  readonly config: AppConfig;
  readonly database: Pick<Database, 'sql' | 'claims'>;
  readonly adapters: Adapters;
  readonly definitions: Definitions;
  readonly feed: Feed;
  readonly sandbox: ClosableSandbox;
  readonly load: LoadMeter;
}

function createWriter({ database, adapters, feed, load }: Parts): JournalWriter {
  return new JournalWriter({
    sql: database.sql,
    keepLarge: largePayloadKeeper(adapters),
    onWritten: (runId, seq, events) => {
      feed.publish(runId, seq);
      load.count(events);
    },
  });
}

/** Its SDK is loaded only where it is used. */
async function openRestate(parts: Parts): Promise<Restate | undefined> {
  const { config, database, adapters, definitions } = parts;
  if (!config.restate) return undefined;
  const { startRestate } = await import('./restate');
  return startRestate(config.restate, {
    ...adapters,
    owner: newId('worker'),
    sql: database.sql,
    writer: createWriter(parts),
    definitions,
    newCommandId: () => newId('command'),
    slots: config.slots,
    carriesOut: config.runsWorker,
    log,
  });
}

function workerProcessOf(parts: Parts, otherDriver: () => OtherDriver): WorkerProcess {
  const { config, database, adapters, definitions, load, sandbox } = parts;
  return createWorkerProcess({
    memory: new SharedMemory(getHeapStatistics().heap_size_limit * RUNS_SHARE_OF_HEAP),
    ...adapters,
    owner: newId('worker'),
    sql: database.sql,
    claims: database.claims ?? database.sql,
    writer: createWriter(parts),
    definitions,
    load,
    sandbox: sandbox.load,
    otherDriver,
    kind: config.kind ?? 'web',
    isWorking: config.runsWorker,
    leaseMs: config.leaseMs,
    slots: config.slots,
    drainMs: config.drainMs ?? DRAIN_MS,
  });
}
