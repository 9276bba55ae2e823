import type { QueryClient } from '@tanstack/react-query';
import { keyOf, readAgain } from '@/client/queries';
import type { RunEvent } from '@/engine';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';

/** Shortest time between two reads of the files of a busy run, in ms. */
const REFRESH_MS = 1000;

/** Events that end an attempt or a chunk, which may have created files. */
const ENDINGS: ReadonlySet<RunEvent['type']> = new Set([
  'step_completed',
  'step_failed',
  'step_retrying',
  'step_cancelled',
  'attempt_interrupted',
  'chunk_ended',
]);

/** Reads the shown files of a run again after its attempts have ended. */
export class FileRefresh {
  readonly #queries: QueryClient;
  readonly #runId: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(queries: QueryClient, runId: string) {
    this.#queries = queries;
    this.#runId = runId;
  }

  onEvents(events: readonly RunEvent[]): void {
    if (this.#timer !== undefined || !events.some(({ type }) => ENDINGS.has(type))) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void readAgain(this.#queries, keyOf(runEndpoints.files, { runId: this.#runId }));
    }, REFRESH_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
