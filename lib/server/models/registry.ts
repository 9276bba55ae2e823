import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { ActionError, maskText, toFailure } from '@/engine';
import type { BenchmarkResult } from '@/engine/benchmark';
import type { CloudModel } from '@/engine/cloud-models';
import {
  type AvailableModel,
  DEFAULT_MODEL_WAIT_SECONDS,
  type DeletedModel,
  type ModelSource,
  type ModelState,
} from '@/engine/models';
import type {
  BenchmarkRequest,
  CloudModelRequest,
  Http,
  ModelRequest,
  Models,
  Secrets,
} from '@/engine/ports';
import type { Download } from '../adapters/http';
import { asStorageFull } from '../adapters/models/download-file';
import type { ModelStore } from '../adapters/models/model-store';
import type { ModelPlan, Source } from '../adapters/models/source';
import { newId } from '../ids';
import type { Actor } from '../store/audit';
import { claimModel } from '../store/models/claim-models';
import { filesOfModel } from '../store/models/model-files';
import type { ModelRow } from '../store/models/model-row';
import { findModel, findRequested } from '../store/models/read-models';
import { addWaiting, failModel, releaseModel, removeWaiting } from '../store/models/write-downloads';
import { addCloudModel } from './add-cloud-model';
import { benchmarkModel } from './benchmark/benchmark-model';
import type { ServeModel } from './benchmark/served-model';
import { type Deletion, deleteModel } from './delete-model';
import { fetchModel } from './fetch-model';
import { Heartbeat } from './heartbeat';
import { modelName, requestKeyOf } from './model-request';
import { modelState } from './model-state';

/** Interval of polling a download of another step or process, in ms. */
const POLL_MS = 500;

export interface RegistryOptions {
  readonly sql: Sql;
  readonly store: ModelStore;
  readonly sources: Readonly<Record<ModelSource, Source>>;
  /** For providers of models, under the rules for outgoing connections. */
  readonly http: Http;
  readonly download: Download;
  /** Replicas for benchmarks. */
  readonly serveModel: ServeModel;
  readonly secrets: Secrets;
  readonly report: (error: unknown, what: string) => void;
  /** As in `DownloadOptions`. */
  readonly waitMs?: (fruitless: number) => number;
}

/** Stored fields of a request besides the model. */
export type StoredTerms = Pick<NonNullable<ModelRow['request']>, 'secret' | 'maxWaitSeconds'>;

/** The models of an installation: rows in the database, contents in a store that its processes share. */
export class ModelRegistry implements Models {
  readonly #options: RegistryOptions;
  /** Id of this process as the owner of downloads. */
  readonly owner = newId('worker');
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  async add(request: ModelRequest): Promise<AvailableModel> {
    const { sources } = this.#options;
    const plan = await sources[request.source].plan(request);
    const key = requestKeyOf(request);
    const actor: Actor = { kind: 'run', id: request.owner.runId, name: request.owner.step };
    for (;;) {
      request.signal.throwIfAborted();
      const found = await this.#upToDate(key, plan);
      if (found) return found;
      const id = await this.claim(request);
      if (id !== undefined) return this.#available(await this.download(id, request, { actor, plan }));
      await this.#waitForOther(key, request);
    }
  }

  addCloud(request: CloudModelRequest): Promise<CloudModel> {
    const { owner } = request;
    const actor: Actor | undefined = owner && { kind: 'run', id: owner.runId, name: owner.step };
    return addCloudModel(this.#options, request, actor);
  }

  benchmark(request: BenchmarkRequest): Promise<BenchmarkResult> {
    return benchmarkModel(this.#options, request);
  }

  read(id: string): Promise<ModelState> {
    return modelState(this.#options.sql, id);
  }

  async delete({ id, force, owner }: Parameters<Models['delete']>[0]): Promise<DeletedModel> {
    return this.deleteAs(id, { force, actor: { kind: 'run', id: owner.runId, name: owner.step } });
  }

  /** Deletes a model on behalf of an author. @throws ActionError `invalid_params` or `rejected` */
  deleteAs(id: string, deletion: Deletion): Promise<DeletedModel> {
    return deleteModel(this.#options, id, deletion);
  }

  /**
   * Claims the download of a request; undefined while another process has it. @param byPerson for a request without a
   * step
   */
  claim(request: ModelRequest, byPerson?: StoredTerms): Promise<string | undefined> {
    const { source, shownUri, metadata, owner, files, revision = null, sha256 = null } = request;
    const terms = byPerson ?? { secret: null, maxWaitSeconds: DEFAULT_MODEL_WAIT_SECONDS };
    return claimModel(this.#options.sql, {
      id: newId('model'),
      name: modelName(request),
      source,
      uri: shownUri,
      metadata,
      requestKey: requestKeyOf(request),
      request: { files, revision, sha256, ...terms },
      runId: byPerson ? null : owner.runId,
      step: byPerson ? null : owner.step,
      owner: this.owner,
    });
  }

  /** Downloads a model that this process has claimed. @returns the id of the available model */
  download(
    id: string,
    request: ModelRequest,
    given: { readonly actor: Actor | undefined; readonly plan?: ModelPlan },
  ): Promise<string> {
    const work = this.#download(id, request, given);
    this.#running.add(work);
    const done = () => this.#running.delete(work);
    work.then(done, done);
    return work;
  }

  /** Stops downloads. The next process resumes those of persons; a step resumes its own when it runs again. */
  async close(): Promise<void> {
    this.#closing.abort(new ActionError('cancelled', 'The server is stopping.'));
    await this.#options.store.close();
    await Promise.allSettled(this.#running);
  }

  async #download(
    id: string,
    request: ModelRequest,
    { actor, plan }: { readonly actor: Actor | undefined; readonly plan?: ModelPlan },
  ): Promise<string> {
    const { sql, sources, report } = this.#options;
    const { owner } = this;
    const heartbeat = new Heartbeat(sql, { id, owner }, (error) =>
      report(error, `The progress of the model ${id} could not be written`),
    );
    const signal = AbortSignal.any([request.signal, heartbeat.signal, this.#closing.signal]);
    try {
      const planned = plan ?? (await sources[request.source].plan({ ...request, signal }));
      const { store, waitMs } = this.#options;
      const name = modelName(request);
      const requestKey = requestKeyOf(request);
      const more = waitMs ? { waitMs } : {};
      return await fetchModel(
        { sql, store, id, owner, name, requestKey, request, actor, heartbeat, signal, ...more },
        planned,
      );
    } catch (error) {
      await heartbeat.end();
      const reason: unknown = signal.aborted ? signal.reason : asStorageFull(error);
      if (this.#closing.signal.aborted && actor === undefined) await releaseModel(sql, { id, owner });
      else await failModel(sql, { id, owner }, shownFailure(reason, request));
      throw reason;
    } finally {
      await heartbeat.end();
    }
  }

  /** The model of an earlier request, if its files certainly equal those of the source. */
  async #upToDate(key: string, plan: ModelPlan): Promise<AvailableModel | undefined> {
    const { sql, store } = this.#options;
    const row = await findRequested(sql, key);
    if (row?.status !== 'available') return undefined;
    const model = await this.#available(row.id);
    const versions = new Map((await filesOfModel(sql, row.id)).map((file) => [file.path, file.version]));
    if (model.files.length !== plan.files.length) return undefined;
    for (const { path, expected, version } of plan.files) {
      const file = model.files.find((each) => each.path === path);
      const isSame =
        expected?.algorithm === 'sha256'
          ? expected.hex === file?.sha256
          : version !== undefined && versions.get(path) === version;
      if (!file || !isSame || (await store.sizeOf(file.sha256)) !== file.size) return undefined;
    }
    return model;
  }

  async #available(id: string): Promise<AvailableModel> {
    const { sql } = this.#options;
    const row = await findModel(sql, id);
    if (!row) throw new ActionError('rejected', 'The model was deleted while it was added. Add it again.');
    const files = (await filesOfModel(sql, id)).map(({ path, size, sha256 }) => ({ path, size, sha256 }));
    const { name, size, sha256, revision } = row;
    return { id, name, sizeBytes: size ?? 0, sha256: sha256 ?? '', revision: revision ?? undefined, files };
  }

  /**
   * Waits while another step or process downloads the same model. @throws the failure of that download, unless it was
   * specific to its step
   */
  async #waitForOther(key: string, { signal, log, owner: { runId, step } }: ModelRequest): Promise<void> {
    const { sql } = this.#options;
    log('info', 'The same model is being downloaded already. This step waits for that download.');
    const waitsFor = new Set<string>();
    try {
      for (;;) {
        await delay(POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
        const row = await findRequested(sql, key);
        if (row?.status === 'error' && row.error && !isOwnMatter(row.error.kind)) {
          throw new ActionError(row.error.kind, row.error.message, row.error);
        }
        if (row?.status !== 'downloading' || row.owner === null) return;
        if (!waitsFor.has(row.id)) await addWaiting(sql, row.id, { runId, step });
        waitsFor.add(row.id);
      }
    } finally {
      for (const id of waitsFor) await removeWaiting(sql, id, { runId, step });
    }
  }
}

/** Whether a failure concerns only the other step, which was cancelled or timed out. */
function isOwnMatter(kind: string): boolean {
  return kind === 'cancelled' || kind === 'timeout';
}

/** A failure for the row, without secrets. */
function shownFailure(error: unknown, { secrets = [] }: ModelRequest) {
  const failure = toFailure(error);
  const hidden = secrets.map(({ value }) => value);
  return { ...failure, message: maskText(failure.message, hidden) };
}
