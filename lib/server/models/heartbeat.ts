import type { Sql } from 'postgres';
import { ActionError } from '@/engine';
import { MODEL_LEASE_SECONDS } from '../store/models/claim-models';
import type { ModelRow } from '../store/models/model-row';
import { beatModel } from '../store/models/write-downloads';

/** Interval of writing the progress, in ms. */
const EVERY_MS = 1000;
/** Time without a confirmed heartbeat after which no bytes are written, in ms: half of the lease. */
const CONFIRMED_MS = (MODEL_LEASE_SECONDS * 1000) / 2;
/** Weight of the newest measurement in the displayed rate. */
const SMOOTHING = 0.3;

/** The error of a download that a person cancelled. */
export const CANCELLED = new ActionError('rejected', 'A person cancelled the download on the models page.', {
  code: 'download_cancelled',
});

/** Writes the progress of one download and its uploads every second, which also renews the lease of this process. */
export class Heartbeat {
  readonly #sql: Sql;
  readonly #of: { readonly id: string; readonly owner: string };
  readonly #stop = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #report: (error: unknown) => void;
  #beating: Promise<void> | undefined;
  #confirmedAt = performance.now();
  #done = 0;
  #current = 0;
  #upload: ModelRow['upload'] = null;
  #size: number | null = null;
  #last: { readonly at: number; readonly bytes: number } | undefined;
  #rate = 0;

  constructor(
    sql: Sql,
    of: { readonly id: string; readonly owner: string },
    report: (error: unknown) => void,
  ) {
    this.#sql = sql;
    this.#of = of;
    this.#report = report;
    this.#timer = setInterval(() => void this.#beat().catch(this.#report), EVERY_MS);
  }

  /** Aborts when a person cancels the download, or another process has claimed it. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Sets the size of the whole model. */
  setSize(bytes: number): void {
    this.#size = bytes;
  }

  /** Counts received bytes of the current file. Waits while the lease of this process is not confirmed. */
  async received(bytes: number): Promise<void> {
    this.#current = bytes;
    this.#last ??= { at: performance.now(), bytes: this.#done + bytes };
    if (performance.now() - this.#confirmedAt > CONFIRMED_MS) await this.#beat();
    this.#stop.signal.throwIfAborted();
  }

  /** Counts bytes of the current file that were uploaded to the store. */
  sent(bytes: number, size: number): void {
    if (!this.#upload || bytes < this.#upload.sent) this.#restartRate();
    this.#upload = { sent: bytes, size };
    this.#last ??= { at: performance.now(), bytes };
  }

  /** Counts the current file as complete. */
  fileDone(bytes: number): void {
    this.#done += bytes;
    this.#current = 0;
    if (this.#upload) this.#restartRate();
    this.#upload = null;
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating?.catch(() => undefined);
  }

  #beat(): Promise<void> {
    this.#beating ??= this.#write().finally(() => {
      this.#beating = undefined;
    });
    return this.#beating;
  }

  async #write(): Promise<void> {
    const at = performance.now();
    const received = this.#done + this.#current;
    const upload = this.#upload;
    this.#measure(at, upload?.sent ?? received);
    const progress = { received, size: this.#size, bytesPerSecond: Math.round(this.#rate), upload };
    const answer = await beatModel(this.#sql, this.#of, progress);
    if (answer === undefined) this.#stop.abort(taken());
    else if (answer.cancelRequested) this.#stop.abort(CANCELLED);
    else this.#confirmedAt = at;
  }

  #restartRate(): void {
    this.#rate = 0;
    this.#last = undefined;
  }

  #measure(at: number, bytes: number): void {
    const last = this.#last;
    if (!last || at <= last.at) return;
    const rate = ((bytes - last.bytes) * 1000) / (at - last.at);
    this.#rate = this.#rate === 0 ? rate : this.#rate + SMOOTHING * (rate - this.#rate);
    this.#last = { at, bytes };
  }
}

function taken(): ActionError {
  return new ActionError(
    'connection_error',
    'The download was deleted, or another process took it over. Run the step again to see its state.',
  );
}
