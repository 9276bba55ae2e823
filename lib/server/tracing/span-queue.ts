import type { Sql } from 'postgres';
import type { RunEvent } from '@/engine';
import type { SpanExporter } from '../adapters/otlp/exporter';
import type { TracedSpan } from '../adapters/otlp/readable-span';
import { pausing } from '../pausing';
import { spansOfRun } from './spans-of-run';

/** Runs that wait for the export; further ones are not exported, so that a slow collector takes no memory. */
const MAX_WAITING = 2048;

/** Spans of one request, as in the batch processor of OpenTelemetry. */
const BATCH = 512;

/** How long a shutdown waits for the export, in ms; the rest of it needs the time too. */
const STOP_MS = 3000;

export interface SpanQueueOptions {
  readonly sql: Sql;
  readonly exporter: SpanExporter;
  readonly log: (line: string) => void;
  readonly maxWaiting?: number;
}

/**
 * Exports the spans of runs after they have ended, one run after another. No run waits for it: what a collector does not accept
 * in time is dropped and counted in the log. Only the process that wrote the end of a run exports it.
 */
export class SpanQueue {
  readonly #options: SpanQueueOptions;
  readonly #stop = new AbortController();
  readonly #waiting = new Set<string>();
  #working: Promise<void> | undefined;
  #dropped = 0;
  /** The reason of the last failure that was logged; undefined while the export succeeds. */
  #failing: string | undefined;

  constructor(options: SpanQueueOptions) {
    this.#options = options;
  }

  /** Adds a run if these events end it. */
  written(runId: string, events: readonly RunEvent[]): void {
    if (!events.some(isEnd) || this.#stop.signal.aborted) return;
    if (this.#waiting.size >= (this.#options.maxWaiting ?? MAX_WAITING)) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.add(runId);
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  /** Resolves when every run that was added is exported or dropped. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  /** Exports what waits, for a limited time. */
  async stop(): Promise<void> {
    const late = setTimeout(() => this.#stop.abort(), STOP_MS);
    await this.idle();
    clearTimeout(late);
    this.#stop.abort();
  }

  async #work(): Promise<void> {
    await Promise.resolve();
    for (const id of this.#waiting) {
      this.#waiting.delete(id);
      if (this.#stop.signal.aborted) this.#dropped += 1;
      else await this.#exportRun(id);
    }
  }

  async #exportRun(id: string): Promise<void> {
    try {
      await pausing(this.#stop.signal, async () => {
        for await (const batch of this.#batches(id)) await this.#options.exporter.send(batch);
      });
      this.#succeeded();
    } catch (error) {
      this.#dropped += 1;
      this.#failed(error instanceof Error ? error.message : String(error));
    }
  }

  async *#batches(id: string): AsyncGenerator<readonly TracedSpan[]> {
    let batch: TracedSpan[] = [];
    for (const span of await spansOfRun(this.#options.sql, id)) {
      batch.push(span);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  #failed(reason: string): void {
    if (this.#failing !== undefined) return;
    this.#failing = reason;
    this.#options.log(
      `The traces of runs cannot be exported: ${reason}. Runs continue. Check OTEL_EXPORTER_OTLP_ENDPOINT and the collector.`,
    );
  }

  #succeeded(): void {
    if (this.#dropped > 0) this.#options.log(`Runs whose traces were not exported: ${this.#dropped}.`);
    this.#dropped = 0;
    this.#failing = undefined;
  }
}

function isEnd({ type }: RunEvent): boolean {
  return type === 'run_completed' || type === 'run_failed' || type === 'run_cancelled';
}
