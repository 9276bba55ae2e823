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
import { findDraftText } from './drafts';
import { findHead, findVersion, type PipelineHead } from './pipelines';

/** Text cached as parsed pipelines, in characters: a few large pipelines or thousands of common ones. */
const MAX_CACHED_CHARACTERS = 32 * 1024 * 1024;

/** Pipelines whose current version is remembered. */
const MAX_CURRENT = 10_000;

/** One version of a pipeline as the engine reads it. */
export interface Definition {
  readonly version: number;
  readonly text: string;
  readonly document: PipelineDocument;
  readonly pipeline: Pipeline;
  readonly problems: readonly Diagnostic[];
}

/** What runs next of a pipeline. */
export interface CurrentDefinition {
  /** Of the draft where that is edited; its version is then the one that the draft will become at the earliest. */
  readonly definition: Definition;
  /** Of the draft. */
  readonly revision: number;
  /** The draft is no version yet. */
  readonly edited: boolean;
}

/** How many runs of a pipeline may be active concurrently; 0 for any number. */
export function concurrencyOf({ settings }: Pipeline): number {
  const { concurrency } = settings;
  return Number.isInteger(concurrency) ? Math.min(Math.max(0, concurrency ?? 0), 10_000) : 0;
}

/** Reads versions of pipelines. A version never changes, so those used last stay in memory. */
export class Definitions {
  readonly #sql: Sql;
  readonly #descriptors: Descriptors;
  readonly #maxSteps: number;
  readonly #cache = new Map<string, Definition>();
  readonly #current = new Map<string, number>();
  #characters = 0;

  /** @param maxSteps most steps of a pipeline that may run */
  constructor(sql: Sql, descriptors: Descriptors, maxSteps: number) {
    this.#sql = sql;
    this.#descriptors = descriptors;
    this.#maxSteps = maxSteps;
  }

  /** What runs next of a pipeline; undefined when it was deleted. */
  async current(pipelineId: string): Promise<CurrentDefinition | undefined> {
    const head = await findHead(this.#sql, pipelineId);
    this.#remember(pipelineId, head?.edited ? undefined : head?.version);
    if (!head) return undefined;
    const { version, revision, edited } = head;
    const definition = edited ? await this.#draft(pipelineId, head) : await this.find(pipelineId, version);
    // Undefined where it was written over since: there is a newer one.
    return definition ? { definition, revision, edited } : this.current(pipelineId);
  }

  /** A version, also of a pipeline that was deleted; undefined when there is none. */
  async find(pipelineId: string, version: number): Promise<Definition | undefined> {
    const key = `${pipelineId} ${version}`;
    const known = this.#known(key);
    if (known) return known;
    const stored = await findVersion(this.#sql, pipelineId, version);
    return stored && this.#read(key, stored);
  }

  async #draft(pipelineId: string, { version, revision }: PipelineHead): Promise<Definition | undefined> {
    const key = `${pipelineId} draft ${revision}`;
    const known = this.#known(key);
    if (known) return known;
    const text = await findDraftText(this.#sql, pipelineId, revision);
    return text === undefined ? undefined : this.#read(key, { version: version + 1, text });
  }

  #known(key: string): Definition | undefined {
    const known = this.#cache.get(key);
    if (!known) return undefined;
    // Moves it to the end: the first is the one that was not used for longest.
    this.#cache.delete(key);
    this.#cache.set(key, known);
    return known;
  }

  async #read(key: string, { version, text }: { version: number; text: string }): Promise<Definition> {
    const definition = await inTurns(this.#reading(version, text));
    this.#keep(key, definition);
    return definition;
  }

  #remember(pipelineId: string, version: number | undefined): void {
    this.#current.delete(pipelineId);
    if (version !== undefined) this.#current.set(pipelineId, version);
    if (this.#current.size > MAX_CURRENT) this.#current.delete(this.#current.keys().next().value ?? '');
  }

  /** The version that `current` last answered: there may be a newer one, or a draft. */
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
    // Every run of this version needs it, and finds it.
    yield* buildingGraph(pipeline, this.#descriptors);
    return {
      version,
      text,
      document,
      pipeline,
      problems: yield* validation(document, this.#descriptors, { maxSteps: this.#maxSteps }),
    };
  }

  #keep(key: string, definition: Definition): void {
    this.#cache.set(key, definition);
    this.#characters += definition.text.length;
    for (const [oldest, { text }] of this.#cache) {
      if (this.#characters <= MAX_CACHED_CHARACTERS || oldest === key) return;
      this.#cache.delete(oldest);
      this.#characters -= text.length;
    }
  }
}
