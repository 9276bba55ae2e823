import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import type { AttemptOutcome } from '@/engine';
import type { BlobStore } from '../adapters/blobs/blob-store';
import { INLINE_LIMIT_BYTES, type NewPayload, rowOf } from '../store/event-payloads';
import { insertOrRenewPayloads } from '../store/insert-payloads';
import { largePayloadKeeper } from '../store/large-payloads';
import { missingValue } from '../store/missing';
import { payloadValues } from '../store/payloads';
import { retrying } from '../store/retry';
import type { KeptOutcome } from './turns';

interface OutcomeStoreOptions {
  readonly sql: Sql;
  readonly blobs: BlobStore;
  readonly report: (error: unknown, what: string) => void;
}

/** Keeps large outputs out of Restate: it receives a reference to the payload store, which the journal uses too. */
export class OutcomeStore {
  readonly #options: OutcomeStoreOptions;

  constructor(options: OutcomeStoreOptions) {
    this.#options = options;
  }

  /** The outcome for Restate; large outputs are stored first. */
  async keep(runId: string, outcome: AttemptOutcome): Promise<KeptOutcome> {
    if (!('output' in outcome)) return outcome;
    const body = JSON.stringify(outcome.output);
    const bytes = Buffer.byteLength(body);
    if (bytes <= INLINE_LIMIT_BYTES) return outcome;
    const hash = createHash('sha256').update(body).digest('hex');
    await this.#store(runId, { hash, bytes, text: body });
    return { ref: hash };
  }

  /** The outcome with its output restored. @throws Error when the output is missing */
  async whole(outcome: KeptOutcome): Promise<AttemptOutcome> {
    if (!('ref' in outcome)) return outcome;
    const value = (await payloadValues(this.#options, [outcome.ref])).get(outcome.ref);
    if (value === undefined) throw missingValue(outcome.ref);
    return { output: value };
  }

  async #store(runId: string, payload: NewPayload): Promise<void> {
    const { sql } = this.#options;
    const [kept = rowOf(payload)] = await largePayloadKeeper(this.#options)([payload]);
    await retrying(
      () => sql`
        with kept as (
          ${insertOrRenewPayloads(sql, [kept])}
        )
        insert into run_payloads (run_id, hash) values (${runId}, ${kept.hash}) on conflict do nothing`,
    );
  }
}
