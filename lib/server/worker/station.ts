import type { Sql } from 'postgres';
import { type MetricSources, Metrics } from '../metrics';
import { VERSION } from '../release';
import type { JournalWriter } from '../store/journal-writer';
import { queueDepth } from '../store/workers';
import type { LoadMeter } from './load';
import { type OtherDriver, Presence } from './presence';
import { Worker, type WorkerOptions } from './worker';

/** The place of a process among those that carry out runs: its worker, if it has one, and what is told of it. */
export interface Station {
  readonly worker: Worker | undefined;
  readonly metrics: Metrics;
  start(): void;
  /** Gives every run back, and takes the process off the list. */
  stop(): Promise<void>;
}

/** Puts a station together. Without a worker nothing is claimed, and the list does not show the process. */
export function createStation(
  options: WorkerOptions & {
    readonly kind: 'web' | 'worker';
    readonly load: LoadMeter;
    readonly isWorking: boolean;
    /** What else carries out runs in this process. */
    readonly otherDriver: () => OtherDriver;
    readonly sandbox: MetricSources['sandbox'];
  },
): Station {
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

function metricsOf(parts: {
  sql: Sql;
  load: LoadMeter;
  writer: JournalWriter;
  worker: Worker | undefined;
  otherDriver: () => OtherDriver;
  sandbox: MetricSources['sandbox'];
}): Metrics {
  const { sql, load, writer, worker, otherDriver, sandbox } = parts;
  return new Metrics({
    load,
    sandbox,
    queue: () => queueDepth(sql),
    held: () => (worker?.activeRuns ?? 0) + otherDriver().held,
    counts: () => worker?.counts ?? { claims: 0, leaseLosses: 0 },
    commits: () => writer.commits,
  });
}
