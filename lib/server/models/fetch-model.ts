import type { Sql } from 'postgres';
import type { ModelRequest } from '@/engine/ports';
import { downloadFile, type FetchedFile, type KnownContent } from '../adapters/models/download-file';
import type { ModelStore } from '../adapters/models/model-store';
import type { ModelPlan, PlannedFile } from '../adapters/models/source';
import type { Actor } from '../store/audit';
import { lockModels } from '../store/models/lock-models';
import { insertModelFile, knownFile } from '../store/models/model-files';
import type { ModelFileRow } from '../store/models/model-row';
import { findSameModel } from '../store/models/read-models';
import { dropModel } from '../store/models/remove-models';
import { finishModel } from '../store/models/write-downloads';
import type { Heartbeat } from './heartbeat';
import { contentOf, partialKeyOf, shownLabel, storableVersion } from './model-request';

/** A download that this process has taken. */
export interface ModelDownload {
  readonly sql: Sql;
  readonly store: ModelStore;
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly requestKey: string;
  readonly request: ModelRequest;
  readonly actor: Actor | undefined;
  readonly heartbeat: Heartbeat;
  readonly signal: AbortSignal;
  readonly waitMs?: (fruitless: number) => number;
}

/**
 * Fetches every file of a plan and makes the model available.
 * @returns the id of the model: another one where the same content is there under this name
 */
export async function fetchModel(download: ModelDownload, plan: ModelPlan): Promise<string> {
  const total = totalOf(plan);
  if (total !== undefined) {
    download.heartbeat.setSize(total);
    await download.store.checkRoom(total - (await receivedBefore(download, plan)));
  }
  const rows: ModelFileRow[] = [];
  for (const file of plan.files) rows.push(await fetchFile(download, file, total === undefined));
  return finish(download, plan, rows);
}

function totalOf({ files }: ModelPlan): number | undefined {
  let total = 0;
  for (const { size } of files) {
    if (size === undefined) return undefined;
    total += size;
  }
  return total;
}

/** Bytes that need no space any more. */
async function receivedBefore({ store, requestKey }: ModelDownload, { files }: ModelPlan): Promise<number> {
  let sum = 0;
  for (const { path, expected, size = 0 } of files) {
    const isStored = expected?.algorithm === 'sha256' && (await store.sizeOf(expected.hex)) !== undefined;
    sum += isStored ? size : (await store.partial(partialKeyOf(requestKey, path))).offset;
  }
  return sum;
}

async function fetchFile(
  download: ModelDownload,
  file: PlannedFile,
  isSizeUnknown: boolean,
): Promise<ModelFileRow> {
  const { store, heartbeat, request, signal, requestKey, waitMs } = download;
  const key = partialKeyOf(requestKey, file.path);
  const known = await storedContent(download, file);
  const isSame = known !== undefined && isCertain(file, known);
  const fetched: FetchedFile = isSame
    ? { ...known, verified: file.expected?.algorithm ?? 'none', isPartial: false }
    : await downloadFile({
        store,
        file,
        key,
        known,
        signal,
        log: request.log,
        onSize: (bytes) => {
          if (isSizeUnknown) heartbeat.setSize(bytes);
        },
        onReceived: (bytes) => heartbeat.received(bytes),
        ...(waitMs ? { waitMs } : {}),
      });
  const row = await keep(download, { file, key, fetched });
  heartbeat.fileDone(fetched.size);
  return row;
}

/** Whether a stored content is what the source has, as far as can be known without asking it for the file. */
function isCertain(file: PlannedFile, known: KnownContent): boolean {
  if (file.expected?.algorithm === 'sha256') return file.expected.hex === known.sha256;
  return file.version !== undefined && file.version === known.version;
}

/** The stored content that this file had, or that its checksum names. */
async function storedContent(
  { sql, store, request }: ModelDownload,
  file: PlannedFile,
): Promise<KnownContent | undefined> {
  const { expected, path } = file;
  if (expected?.algorithm === 'sha256') {
    const size = await store.sizeOf(expected.hex);
    return size === undefined ? undefined : { sha256: expected.hex, size, version: file.version };
  }
  const label = shownLabel(path, request);
  const row = await knownFile(sql, { source: request.source, uri: request.shownUri, path: label });
  const size = row && (await store.sizeOf(row.sha256));
  if (!row || size !== row.size) return undefined;
  return { sha256: row.sha256, size, version: row.version ?? undefined };
}

/** Puts a fetched file in its place and notes it, so that no deletion of another model removes it meanwhile. */
function keep(
  { sql, store, id, request }: ModelDownload,
  { file, key, fetched }: { readonly file: PlannedFile; readonly key: string; readonly fetched: FetchedFile },
): Promise<ModelFileRow> {
  const { sha256, size, verified } = fetched;
  const row: ModelFileRow = {
    modelId: id,
    path: shownLabel(file.path, request),
    size,
    sha256,
    verified,
    version: storableVersion(fetched.version, request),
  };
  return lockModels(sql, async (tx) => {
    if (fetched.isPartial) await store.publish(key, sha256);
    else if ((await store.sizeOf(sha256)) === undefined)
      throw new Error(`The content ${sha256} was deleted.`);
    await insertModelFile(tx, row);
    return row;
  });
}

function finish(download: ModelDownload, plan: ModelPlan, rows: readonly ModelFileRow[]): Promise<string> {
  const { sql, id, name, request } = download;
  const sha256 = contentOf(rows);
  const size = rows.reduce((sum, row) => sum + row.size, 0);
  return lockModels(sql, async (tx) => {
    const same = await findSameModel(tx, name, sha256);
    if (same) {
      await dropModel(tx, id);
      request.log('info', `The same content is stored already as model ${same.id}.`);
      return same.id;
    }
    const revision = plan.revision ?? null;
    if (await finishModel(tx, download, { size, sha256, revision })) return id;
    throw download.heartbeat.signal.reason ?? new Error(`The model ${id} is no longer downloaded here.`);
  });
}
