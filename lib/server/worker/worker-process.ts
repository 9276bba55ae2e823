import type { Sql } from 'postgres';
import { VERSION } from '../release';
import type { JournalWriter } from '../store/journal-writer';
import { queueDepth } from '../store/workers';
import type { LoadMeter } from './load';
import { type MetricSources, Metrics } from './metrics';
import { type OtherDriver, Presence } from './presence';
import { Worker } from './worker';
import type { WorkerOptions } from './worker-options';

/** The worker of a process, if it has one, with its metrics and its entry in the list of workers. */
export interface WorkerProcess {
  readonly worker: Worker | undefined;
  readonly metrics: Metrics;
  start(): void;
  /** Releases every run, and removes the process from the list. */
  stop(): Promise<void>;
}

/** Without a worker, no run is claimed and the list does not show the process. */
export function createWorkerProcess(
  options: WorkerOptions & {
    readonly kind: 'web' | 'worker';
    readonly load: LoadMeter;
    readonly isWorking: boolean;
    /** The other driver that executes runs in this process. */
    readonly otherDriver: () => OtherDriver;
    readonly sandbox: MetricSources['sandbox'];
  },
): WorkerProcess {
  const { sql, owner, load, writer, isWorking, otherDriver, sandbox } = options;
  const worker = isWorking ? new Worker(options) : undefined;
  const presence = worker && new Presence({ ...options, id: owner, version: VERSION, worker });
  const metrics = metricsOf({ sql, load, writer, worker, otherDriver, sandbox });
  return {
    worker,
    metrics,
    start: () => {
      worker?.start();
      presence?.start();
    },
    stop: async () => {
      const stopped = worker?.stop();
      presence?.refresh();
      await stopped;
      await presence?.stop();
      metrics.close();
    },
  };
}

function metricsOf(sources: {
  sql: Sql;
  load: LoadMeter;
  writer: JournalWriter;
  worker: Worker | undefined;
  otherDriver: () => OtherDriver;
  sandbox: MetricSources['sandbox'];
}): Metrics {
  const { sql, load, writer, worker, otherDriver, sandbox } = sources;
  return new Metrics({
    load,
    sandbox,
    queue: () => queueDepth(sql),
    activeRuns: () => (worker?.activeRuns ?? 0) + otherDriver().activeRuns,
    counts: () => worker?.counts ?? { claims: 0, leaseLosses: 0 },
    commits: () => writer.commits,
  });
}
