import { setMaxListeners } from 'node:events';
import { getHeapStatistics } from 'node:v8';
import { type ActionDescriptor, AnswerMemory } from '@/engine';
import { catalogue as builtIn } from '@/engine/actions';
import type { World } from '@/engine/ports';
import type { Health, Readiness } from '@/lib/contracts/health';
import type { Workers } from '@/lib/contracts/workers';
import { localGpus } from './adapters/clusters/nvidia-smi';
import { systemFreeBytes } from './adapters/disk-space';
import { createDialer } from './adapters/egress';
import { createSandbox } from './adapters/sandbox';
import type { AdapterOverrides, Adapters, AppConfig } from './app-options';
import { openClusters } from './clusters/access';
import { findConnection, reencryptConnections } from './clusters/connections';
import { gatewayAccess } from './clusters/gateway-access';
import { clockOf } from './db/clock';
import type { Database } from './db/open';
import { createDeployments } from './deployments';
import { serveModelWith } from './deployments/serve-model';
import { type DriverParts, openRestate, openWorkerProcess } from './drivers';
import { createBlobs, createFileStore, startSweeping } from './files';
import { writtenFolders } from './files/written-folders';
import { type OpenGateway, openGateway } from './gateway';
import { type HealthSources, healthOf, readinessOf } from './health';
import { DigestQueue } from './history/digest-queue';
import { createInbox } from './inbox/inbox';
import { Registration } from './installation/registration';
import { createModels } from './models';
import { isReachable, requiresKeys } from './private-address';
import { log, report as reportToLog } from './report';
import { startRemovingRuns } from './retention/start';
import { createSecrets } from './secrets';
import { getAction } from './services/actions/get';
import type { ServiceContext } from './services/context';
import { QueueLimit } from './services/queue-limit';
import { createShapes } from './services/shapes/of-pipeline';
import { StorageGuard } from './services/storage-guard';
import { reencryptTokens } from './services/triggers/address';
import { Scheduler } from './services/triggers/delivery/scheduler';
import { listWorkersAndQueue } from './services/workers/list';
import { Definitions } from './store/definitions';
import { DraftFeed } from './store/draft-feed';
import { DraftSpace } from './store/draft-space';
import { Feed } from './store/feed';
import { loadOfDeployment, requestsAtReplica } from './store/gateway-loads';
import { Presence } from './store/presence';
import { endAllLeases } from './store/queue/end-all-leases';
import { RunInserter } from './store/run-inserter';
import { listenForSignals } from './store/signals';
import { countPending } from './store/submissions';
import { openSpanQueue } from './tracing/open';
import { bindUseCases, type UseCases } from './use-cases';
import { LoadMeter } from './worker/load';
import type { Metrics } from './worker/metrics';
import { serverWorld } from './world';

/** Memory budget of responses in flight, as a share of the heap: each exists as bytes, as text and as values. */
const ANSWERS_SHARE_OF_HEAP = 1 / 32;

/** Every use case of the server, and its lifecycle. */
export interface App extends Adapters, UseCases {
  /** What use cases depend on. */
  readonly context: ServiceContext;
  readonly shapes: ReturnType<typeof createShapes>;
  /** Every action as data, in palette order. */
  readonly actions: readonly ActionDescriptor[];
  /** One action by type or alias. @throws NotFound */
  action(type: string): ActionDescriptor;
  /** The processes that execute runs, and the queue. */
  workers(): Promise<Workers>;
  readonly metrics: Metrics;
  /** @throws when the database does not respond */
  health(): Promise<Health>;
  /** Whether this process should be sent requests. */
  readiness(): Promise<Readiness>;
  /** Answers requests to deployments. */
  readonly gateway: OpenGateway;
  /** The id of this installation, which marks the requests of its pipelines. */
  readonly instance: string;
  /** Host names that this server accepts, besides those of its own machine. */
  readonly allowedHosts: readonly string[];
  /** Whether other machines can reach this server, which has no sign-in. */
  readonly isReachable: boolean;
  /** Aborts when the server shuts down, which ends streams. */
  readonly closing: AbortSignal;
  /** Returns runs to the queue, then closes the database. Can be called repeatedly. */
  close(): Promise<void>;
}

/** Composes the server over an open database. Adapters are chosen only here. */
export async function compose(
  config: AppConfig,
  database: Pick<Database, 'sql' | 'close'>,
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
  // All processes use the clock of the database: the clock of a host may be wrong or change while a run waits.
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
  const models = createModels({
    config,
    sql,
    registration,
    report,
    secrets: kept.secrets,
    serveModel: (...args) =>
      serveModelWith({ sql, registry: deployments.registry, client: { http: outgoing, accessOf } })(...args),
    freeBytes: overrides.freeBytes ?? systemFreeBytes,
    now: () => new Date(),
  });
  const dialer = createDialer(registration.policy);
  const outgoing = { dialer, mark: () => registration.instance };
  const stored = { sql, keys, podService: config.podService };
  const accessOf = gatewayAccess(stored);
  const gateway = openGateway({
    ...{ ...outgoing, sql, now, report, accessOf },
    isKeyRequired: requiresKeys(config),
  });
  const listGpus = localGpus(config.runtimes);
  const clusters = openClusters({ ...stored, ...outgoing, dataDir: config.dataDir, listGpus });
  const deployments = await createDeployments({
    ...{ config, sql, registration, clusters, listGpus, report, secrets: kept.secrets },
    openCluster: (id) => findConnection(stored, id),
    localPath: models.localPath,
    inFlight: (replicaId) => requestsAtReplica(sql, replicaId),
    requests: async (id) => {
      const { inFlight, queued } = await loadOfDeployment(sql, id);
      return inFlight + queued;
    },
  });
  const world: World = {
    ...serverWorld(config, registration, {
      ...{ clusters, files, inbox: createInbox(sql), models: models.registry, sandbox },
      deployments: deployments.registry,
      ...kept,
    }),
    answers: new AnswerMemory(getHeapStatistics().heap_size_limit * ANSWERS_SHARE_OF_HEAP),
    ...overrides.world,
  };
  const adapters: Adapters = { catalogue: builtIn, ...overrides, clock, report, blobs, world };
  const { descriptors } = adapters.catalogue;
  const definitions = new Definitions(sql, descriptors, config.maxSteps);
  const draftSpace = new DraftSpace(sql, report);
  const feed = new Feed(sql);
  const reportAs = (what: string) => (error: unknown) => adapters.report(error, what);
  const draftFeed = new DraftFeed(sql, reportAs('The state of open drafts could not be read'));
  const digests = new DigestQueue({ sql, report: adapters.report, checksOlder: config.runsWorker });
  const spans = await openSpanQueue(config.tracing, { sql, log });
  const parts: DriverParts = {
    ...{ config, database, adapters, definitions, feed, digests, spans, sandbox },
    load: new LoadMeter(),
  };
  const restate = config.restate && (await openRestate(parts));
  const workerProcess = openWorkerProcess(parts, () => ({
    activeRuns: restate?.activeRuns ?? 0,
    slots: restate?.mostRuns ?? 0,
  }));
  const { worker } = workerProcess;
  const ctx: ServiceContext = {
    sql,
    blobs,
    clusters,
    models,
    deployments,
    descriptors,
    maxSteps: config.maxSteps,
    definitions,
    draftSpace,
    draftFeed,
    presence: new Presence(now),
    feed,
    storage,
    runInserter: new RunInserter(sql),
    queueLimit: new QueueLimit(config, (most) => countPending(sql, most)),
    keys,
    settings: config.settings,
    sampler: config.tracing?.sampler,
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
  // No other process can have the bundled database open, so leases in it belong to processes that have ended.
  if (config.databaseUrl === undefined) await endAllLeases(sql);
  await renew();
  await reencryptTokens(ctx).catch(
    reportAs('Webhook addresses could not be re-encrypted with the newest key'),
  );
  await reencryptConnections(ctx).catch(
    reportAs('Credentials of clusters could not be re-encrypted with the newest key'),
  );
  const stopListening = await listenForSignals(sql, {
    queued: ctx.wakeWorker,
    commanded: ctx.commandRun,
    written: (runId, seq) => feed.publish(runId, seq),
    triggered: () => scheduler?.wake(),
    drafted: (pipelineId) => draftFeed.changed(pipelineId),
    present: (report) => ctx.presence.receive(report),
    deployed: () => {
      gateway.changed();
      deployments.wake();
    },
    listening: () => {
      ctx.wakeWorker();
      scheduler?.wake();
      gateway.changed();
      deployments.wake();
      feed.check().catch(reportAs('The state of watched runs could not be read'));
      draftFeed.check().catch(reportAs('The state of open drafts could not be read'));
    },
  });
  workerProcess.start();
  scheduler?.wake();
  const stopSweeping =
    worker && startSweeping({ ...adapters, sql, keepDays: config.filesKeepDays, now: ctx.now });
  const stopRemovingRuns = worker && startRemovingRuns({ ...adapters, ...config, sql });
  const stopModelMaintenance = models.startMaintenance();
  deployments.start();
  const closing = new AbortController();
  // Every open stream adds a listener.
  setMaxListeners(0, closing.signal);
  const closeAll = async () => {
    closing.abort();
    for (const each of [feed, draftFeed, ctx.presence]) each.close();
    await gateway.close();
    await scheduler?.stop();
    await Promise.all([workerProcess.stop(), deployments.stop()]);
    await restate?.close();
    await Promise.all([digests.stop(), spans?.stop()]);
    await stopSweeping?.();
    await stopRemovingRuns?.();
    await stopModelMaintenance();
    await models.registry.close();
    await stopListening();
    await draftSpace.stop();
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
    gateway,
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
