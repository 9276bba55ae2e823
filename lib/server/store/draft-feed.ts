import type { Sql } from 'postgres';
import { findHeads, type PipelineHead } from './pipeline-head';

/** How often watched drafts are polled, in case a notification was lost. */
const POLL_MS = 5000;

/** Receives the state of a draft when it changed; undefined when the pipeline was deleted. */
export type DraftListener = (head: PipelineHead | undefined) => void;

interface Topic {
  readonly listeners: Set<DraftListener>;
  head: PipelineHead | undefined;
}

/** Notifies watchers of changed drafts, with one poll for all watchers and one read for each changed draft. */
export class DraftFeed {
  readonly #sql: Sql;
  readonly #topics = new Map<string, Topic>();
  readonly #onError: (error: unknown) => void;
  #watchers = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param onError receives errors of reads; the next poll reads again */
  constructor(sql: Sql, onError: (error: unknown) => void) {
    this.#sql = sql;
    this.#onError = onError;
  }

  /** Watchers of all drafts. */
  get watchers(): number {
    return this.#watchers;
  }

  /** Calls the listener with the state of a draft now and after each change. Returns a function that stops. */
  watch(pipelineId: string, listener: DraftListener): () => void {
    const topic = this.#topics.get(pipelineId) ?? { listeners: new Set(), head: undefined };
    this.#topics.set(pipelineId, topic);
    topic.listeners.add(listener);
    this.#watchers += 1;
    if (topic.head !== undefined) listener(topic.head);
    this.changed(pipelineId);
    this.#schedule();
    return () => {
      if (!topic.listeners.delete(listener)) return;
      this.#watchers -= 1;
      if (topic.listeners.size === 0) this.#topics.delete(pipelineId);
    };
  }

  /** The draft or the versions of a pipeline may have changed. */
  changed(pipelineId: string): void {
    if (this.#topics.has(pipelineId)) this.#read([pipelineId]).catch(this.#onError);
  }

  /** Reads every watched draft now. */
  async check(): Promise<void> {
    await this.#read([...this.#topics.keys()]);
  }

  /** Stops polling. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #read(ids: readonly string[]): Promise<void> {
    if (ids.length === 0 || this.#closed) return;
    const heads = await findHeads(this.#sql, ids);
    for (const id of ids) {
      const topic = this.#topics.get(id);
      const head = heads.get(id);
      if (topic === undefined || (head !== undefined && isKnown(topic.head, head))) continue;
      topic.head = head;
      for (const listener of [...topic.listeners]) listener(head);
    }
  }

  #schedule(): void {
    if (this.#timer || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.check()
        .catch(this.#onError)
        .finally(() => {
          this.#timer = undefined;
          if (this.#topics.size > 0) this.#schedule();
        });
    }, POLL_MS);
    this.#timer.unref();
  }
}

/** Reads may end in a different order than they began, so an older state is dropped. */
function isKnown(known: PipelineHead | undefined, { revision, version, edited }: PipelineHead): boolean {
  if (known === undefined) return false;
  if (known.revision !== revision) return known.revision > revision;
  return known.version > version || (known.version === version && known.edited === edited);
}
