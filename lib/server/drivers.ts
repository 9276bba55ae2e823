import { getHeapStatistics } from 'node:v8';
import { SharedMemory } from '@/engine';
import type { ClosableSandbox } from './adapters/sandbox';
import type { Adapters, AppConfig } from './app-options';
import type { Database } from './db/open';
import type { DigestQueue } from './history/digest-queue';
import { newId } from './ids';
import { log } from './report';
import type { Restate } from './restate';
import type { Definitions } from './store/definitions';
import type { Feed } from './store/feed';
import { JournalWriter } from './store/journal-writer';
import { largePayloadKeeper } from './store/large-payloads';
import type { SpanQueue } from './tracing/span-queue';
import type { LoadMeter } from './worker/load';
import type { OtherDriver } from './worker/presence';
import { createWorkerProcess, type WorkerProcess } from './worker/worker-process';

/** Together with the rest of a shutdown, within the 10 s that service managers usually allow. */
const DRAIN_MS = 8000;

/** Memory of all runs of a process above which large runs wait for each other, as a share of the heap. */
const RUNS_SHARE_OF_HEAP = 1 / 4;

/** What both drivers need. */
export interface DriverParts {
  readonly config: AppConfig;
  readonly database: Pick<Database, 'sql'>;
  readonly adapters: Adapters;
  readonly definitions: Definitions;
  readonly feed: Feed;
  readonly digests: DigestQueue;
  /** Undefined when no traces are exported. */
  readonly spans: SpanQueue | undefined;
  readonly sandbox: ClosableSandbox;
  readonly load: LoadMeter;
}

function createWriter({ database, adapters, feed, digests, spans, load }: DriverParts): JournalWriter {
  return new JournalWriter({
    sql: database.sql,
    keepLarge: largePayloadKeeper(adapters),
    onWritten: (runId, seq, events) => {
      feed.publish(runId, seq);
      load.count(events);
      digests.written(runId, events);
      spans?.written(runId, events);
    },
  });
}

/** The Restate driver, when it is configured. Its SDK is loaded only then. */
export async function openRestate(parts: DriverParts): Promise<Restate | undefined> {
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

/** The worker of this process, or a substitute where it executes no runs. */
export function openWorkerProcess(parts: DriverParts, otherDriver: () => OtherDriver): WorkerProcess {
  const { config, database, adapters, definitions, load, sandbox } = parts;
  return createWorkerProcess({
    memory: new SharedMemory(getHeapStatistics().heap_size_limit * RUNS_SHARE_OF_HEAP),
    ...adapters,
    owner: newId('worker'),
    sql: database.sql,
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
