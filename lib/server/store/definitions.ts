import type { Sql } from 'postgres';
import {
  buildingGraph,
  type Descriptors,
  type Diagnostic,
  importing,
  normalize,
  type Pausing,
  type Pipeline,
  type PipelineDocument,
  validation,
} from '@/engine';
import { inTurns } from '../in-turns';
import { Lru } from '../lru';
import { findDraftText } from './drafts';
import { findHead, type PipelineHead } from './pipeline-head';
import { findVersion } from './pipelines';

/** Total text of the cached pipelines, in characters: a few large pipelines or thousands of common ones. */
const MAX_CACHED_CHARACTERS = 32 * 1024 * 1024;

/** Pipelines whose current version is cached. */
const MAX_CURRENT = 10_000;

/** A parsed version of a pipeline. */
export interface Definition {
  readonly version: number;
  readonly text: string;
  readonly document: PipelineDocument;
  readonly pipeline: Pipeline;
  readonly problems: readonly Diagnostic[];
}

/** What the next run of a pipeline executes. */
export interface CurrentDefinition {
  /** Of the draft if that has changes; its version is then the earliest number that the draft can get. */
  readonly definition: Definition;
  /** Of the draft. */
  readonly revision: number;
  /** The draft differs from the newest version. */
  readonly edited: boolean;
}

/** How many runs of a pipeline may be active concurrently; 0 for any number. */
export function concurrencyOf({ settings }: Pipeline): number {
  const { concurrency } = settings;
  return Number.isInteger(concurrency) ? Math.min(Math.max(0, concurrency ?? 0), 10_000) : 0;
}

const versionKey = (pipelineId: string, version: number) => `${pipelineId} ${version}`;
const draftKey = (pipelineId: string, revision: number) => `${pipelineId} draft ${revision}`;

/** Reads versions of pipelines. Versions never change, so the most recently used ones stay in memory. */
export class Definitions {
  readonly #sql: Sql;
  readonly #descriptors: Descriptors;
  readonly #maxSteps: number;
  readonly #cache = new Lru<Definition>({
    maxWeight: MAX_CACHED_CHARACTERS,
    weightOf: ({ text }) => text.length,
  });
  readonly #current = new Lru<number>({ maxWeight: MAX_CURRENT });

  /** @param maxSteps most steps that a pipeline may have */
  constructor(sql: Sql, descriptors: Descriptors, maxSteps: number) {
    this.#sql = sql;
    this.#descriptors = descriptors;
    this.#maxSteps = maxSteps;
  }

  /** What the next run of a pipeline executes; undefined when the pipeline was deleted. */
  async current(pipelineId: string): Promise<CurrentDefinition | undefined> {
    const head = await findHead(this.#sql, pipelineId);
    if (head === undefined || head.edited) this.#current.delete(pipelineId);
    else this.#current.set(pipelineId, head.version);
    if (!head) return undefined;
    const { version, revision, edited } = head;
    const definition = edited ? await this.#draft(pipelineId, head) : await this.find(pipelineId, version);
    // Undefined when the draft was overwritten meanwhile: the next read finds the newer one.
    return definition ? { definition, revision, edited } : this.current(pipelineId);
  }

  /** A version, also of a deleted pipeline; undefined when it does not exist. */
  async find(pipelineId: string, version: number): Promise<Definition | undefined> {
    const key = versionKey(pipelineId, version);
    const known = this.#cache.get(key);
    if (known) return known;
    const stored = await findVersion(this.#sql, pipelineId, version);
    return stored && this.#read(key, stored);
  }

  /** Caches the definition of a draft for the version that the draft became, so that its run needs no read. */
  adopt(pipelineId: string, { revision, version }: { revision: number; version: number }): void {
    const key = draftKey(pipelineId, revision);
    const draft = this.#cache.get(key);
    if (!draft) return;
    this.#cache.delete(key);
    this.#cache.set(versionKey(pipelineId, version), { ...draft, version });
  }

  async #draft(pipelineId: string, { version, revision }: PipelineHead): Promise<Definition | undefined> {
    const key = draftKey(pipelineId, revision);
    const known = this.#cache.get(key);
    if (known) return known;
    const text = await findDraftText(this.#sql, pipelineId, revision);
    return text === undefined ? undefined : this.#read(key, { version: version + 1, text });
  }

  async #read(key: string, { version, text }: { version: number; text: string }): Promise<Definition> {
    const definition = await inTurns(this.#reading(version, text));
    this.#cache.set(key, definition);
    return definition;
  }

  /** The version that `current` returned last. A newer version or a draft may exist. */
  lastCurrent(pipelineId: string): number | undefined {
    return this.#current.get(pipelineId);
  }

  *#reading(version: number, text: string): Pausing<Definition> {
    const result = yield* importing(text);
    if (!result.ok) throw new Error(`A stored pipeline cannot be read: ${result.problem.message}`);
    const { document } = result;
    yield;
    const pipeline = normalize(document, this.#descriptors);
    yield;
    // Builds the graph now, since every run of this version needs it.
    yield* buildingGraph(pipeline, this.#descriptors);
    return {
      version,
      text,
      document,
      pipeline,
      problems: yield* validation(document, this.#descriptors, { maxSteps: this.#maxSteps }),
    };
  }
}
