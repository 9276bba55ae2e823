import { monitorEventLoopDelay } from 'node:perf_hooks';
import { METRICS_TYPE, type Metric, metricsText } from '../prometheus';
import type { QueueDepth } from '../store/workers';
import type { LoadMeter } from './load';
import { STEP_OUTCOMES } from './load';
import type { WorkerCounts } from './worker-options';

/** What is measured, read at each scrape. */
export interface MetricSources {
  readonly queue: () => Promise<QueueDepth>;
  /** Runs that this process has leased. */
  readonly activeRuns: () => number;
  readonly counts: () => WorkerCounts;
  readonly commits: () => number;
  readonly load: LoadMeter;
  /** Running functions, and functions that wait for a thread. */
  readonly sandbox: () => { readonly running: number; readonly waiting: number };
}

/** Measures this process and the queue, for Prometheus. */
export class Metrics {
  readonly #queue: MetricSources['queue'];
  readonly #own: (() => Metric)[] = [];
  readonly #delay = monitorEventLoopDelay({ resolution: 50 });

  constructor(sources: MetricSources) {
    this.#queue = sources.queue;
    this.#delay.enable();
    this.#addWorker(sources);
    this.#addSandbox(sources);
    this.#addProcess();
  }

  /** Content type of the text. */
  get contentType(): string {
    return METRICS_TYPE;
  }

  /** All metrics in Prometheus text format. @throws when the database does not respond */
  async text(): Promise<string> {
    const queue = queueMetrics(await this.#queue());
    return metricsText([...queue, ...this.#own.map((read) => read())]);
  }

  /** Stops measuring. */
  close(): void {
    this.#delay.disable();
  }

  #addWorker({ activeRuns, counts, commits, load }: MetricSources): void {
    this.#gauge('pipewright_runs_held', 'Runs that this process executes.', activeRuns);
    this.#counter('pipewright_claims_total', 'Runs that this process has claimed.', () => counts().claims);
    this.#counter(
      'pipewright_lease_losses_total',
      'Runs that this process lost because their lease was lost or expired.',
      () => counts().leaseLosses,
    );
    this.#counter('pipewright_journal_commits_total', 'Journal writes.', commits);
    this.#counter('pipewright_journal_events_total', 'Durable events.', () => load.events);
    this.#own.push(() => ({
      name: 'pipewright_steps_ended_total',
      help: 'Steps and iterations that ended in this process, by outcome.',
      type: 'counter',
      value: {
        label: 'outcome',
        values: new Map(STEP_OUTCOMES.map((outcome) => [outcome, load.ended.get(outcome) ?? 0])),
      },
    }));
  }

  #addSandbox({ sandbox }: MetricSources): void {
    this.#gauge(
      'pipewright_sandbox_running',
      'Functions that this process is running.',
      () => sandbox().running,
    );
    this.#gauge(
      'pipewright_sandbox_waiting',
      'Functions that are waiting for a thread of this process.',
      () => sandbox().waiting,
    );
  }

  #addProcess(): void {
    this.#gauge('process_resident_memory_bytes', 'Resident memory of this process.', () =>
      process.memoryUsage.rss(),
    );
    this.#counter('process_cpu_seconds_total', 'CPU time of this process.', () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    });
    this.#gauge(
      'nodejs_eventloop_delay_p99_seconds',
      'Delay of the event loop since the last scrape.',
      () => {
        const seconds = this.#delay.percentile(99) / 1e9;
        this.#delay.reset();
        return seconds;
      },
    );
  }

  #gauge(name: string, help: string, read: () => number): void {
    this.#own.push(() => ({ name, help, type: 'gauge', value: read() }));
  }

  #counter(name: string, help: string, read: () => number): void {
    this.#own.push(() => ({ name, help, type: 'counter', value: read() }));
  }
}

function queueMetrics({ oldestPendingAt: _, oldestPendingMs, ...counts }: QueueDepth): Metric[] {
  return [
    {
      name: 'pipewright_queue_oldest_pending_seconds',
      help: 'Age of the oldest queued run.',
      type: 'gauge',
      value: oldestPendingMs / 1000,
    },
    {
      name: 'pipewright_runs',
      help: 'Runs of all processes that have not ended, by state.',
      type: 'gauge',
      value: { label: 'status', values: new Map(Object.entries(counts)) },
    },
  ];
}
