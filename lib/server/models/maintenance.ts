import type { Sql } from 'postgres';
import type { Secrets } from '@/engine/ports';
import type { ModelStore } from '../adapters/models/model-store';
import { SYSTEM } from '../store/audit';
import { claimAbandoned, failAbandoned } from '../store/models/claim-models';
import { lockModels } from '../store/models/lock-models';
import { availableContents, isContentUsed } from '../store/models/model-files';
import { deletingModels, loseModel } from '../store/models/remove-models';
import { startForPerson } from './person-request';
import type { ModelRegistry } from './registry';

/** Interval of the search for unfinished work of ended processes, in ms. */
const EVERY_MS = 60_000;
/** How long an interrupted download waits for its step to run again, in seconds. */
const STEP_RETURNS_SECONDS = 900;
/** Age at which a content without a model is deleted, in ms: far longer than it takes to record a download. */
const GRACE_MS = 3_600_000;
/** How long partial files of failed downloads are kept, in ms: seven days. */
const PARTIALS_STAY_MS = 7 * 86_400_000;

export interface MaintenanceOptions {
  readonly sql: Sql;
  readonly store: ModelStore;
  readonly registry: ModelRegistry;
  readonly secrets: Secrets;
  readonly report: (error: unknown, what: string) => void;
  /** Whether this folder is the only store: then a missing content exists nowhere else. */
  readonly isOnlyFolder: boolean;
  readonly now: () => Date;
}

const INTERRUPTED = {
  kind: 'connection_error',
  message: 'The process that downloaded the model ended. Add the model again to resume.',
} as const;

const LOST = {
  kind: 'rejected',
  message: 'The files of the model are not in the models folder. Fetch the model again.',
  code: 'files_missing',
} as const;

/**
 * Resumes downloads and deletions of ended processes, and removes contents without a model: immediately and regularly,
 * until the returned function is called.
 */
export function startModelMaintenance(options: MaintenanceOptions): () => Promise<void> {
  const { store, report } = options;
  let running: Promise<void> | undefined;
  let sweptAt = Number.NEGATIVE_INFINITY;
  const maintain = async () => {
    const startedAt = performance.now();
    const isSweep = startedAt - sweptAt >= store.sweepMs;
    await maintainModels(options, isSweep);
    // Not before, so that a failed pass does not put the next sweep off.
    if (isSweep) sweptAt = startedAt;
  };
  const run = () => {
    running ??= maintain()
      .catch((error: unknown) => report(error, 'The models could not be checked'))
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Runs the maintenance once. @param isSweep whether contents without a model are removed */
export async function maintainModels(options: MaintenanceOptions, isSweep = true): Promise<void> {
  const { sql, store, registry, now } = options;
  await failAbandoned(sql, INTERRUPTED, STEP_RETURNS_SECONDS);
  for (const id of await deletingModels(sql)) await registry.deleteAs(id, { force: true, actor: SYSTEM });
  await resumeAbandoned(options);
  if (options.isOnlyFolder) await checkContents(sql, store);
  await store.tidy(new Date(now().getTime() - PARTIALS_STAY_MS));
  if (isSweep) await removeUnused(options);
}

async function removeUnused({ sql, store, now }: MaintenanceOptions): Promise<void> {
  for await (const sha256 of store.older(new Date(now().getTime() - GRACE_MS))) {
    if (await isContentUsed(sql, sha256)) continue;
    await lockModels(sql, async (tx) => {
      if (!(await isContentUsed(tx, sha256))) await store.remove(sha256);
    });
  }
}

async function resumeAbandoned({ sql, registry, secrets, report }: MaintenanceOptions): Promise<void> {
  for (;;) {
    const row = await claimAbandoned(sql, registry.owner);
    if (!row) return;
    await startForPerson({ registry, sql, secrets, report }, row);
  }
}

async function checkContents(sql: Sql, store: ModelStore): Promise<void> {
  for (const { id, sha256 } of await availableContents(sql)) {
    if ((await store.sizeOf(sha256)) === undefined) await loseModel(sql, id, LOST);
  }
}
