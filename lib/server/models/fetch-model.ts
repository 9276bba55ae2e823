import type { Sql } from 'postgres';
import { ActionError } from '@/engine';
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

/** Maximum uploads of a file whose content is deleted again each time. */
const MAX_UPLOADS = 3;

/** A download that this process has claimed. */
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
 * Downloads all files of a plan and makes the model available.
 * @returns the id of the model: that of an existing one with the same name and content, if there is one
 */
export async function fetchModel(download: ModelDownload, plan: ModelPlan): Promise<string> {
  const total = totalOf(plan);
  if (total !== undefined) {
    download.heartbeat.setSize(total);
    await download.store.requireSpace(await missingBytes(download, plan));
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

/** Bytes of each file that are not downloaded yet. */
async function missingBytes({ store, requestKey }: ModelDownload, { files }: ModelPlan): Promise<number[]> {
  const missing: number[] = [];
  for (const { path, expected, size = 0 } of files) {
    const isStored = expected?.algorithm === 'sha256' && (await store.sizeOf(expected.hex)) !== undefined;
    missing.push(isStored ? 0 : size - (await store.partial(partialKeyOf(requestKey, path))).offset);
  }
  return missing;
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

/** Whether a stored content certainly equals the file at the source, without a request for the file. */
function isCertain(file: PlannedFile, known: KnownContent): boolean {
  if (file.expected?.algorithm === 'sha256') return file.expected.hex === known.sha256;
  return file.version !== undefined && file.version === known.version;
}

/** The stored content of an earlier download of this file, or the one with its checksum. */
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

/** Publishes a downloaded file and records it, so that no deletion of another model removes it meanwhile. */
async function keep(
  { sql, store, id, request, signal, heartbeat }: ModelDownload,
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
  const onSent = (bytes: number) => heartbeat.sent(bytes, size);
  for (let uploads = 0; uploads < MAX_UPLOADS; uploads += 1) {
    if (fetched.isPartial) await store.upload(key, fetched, { signal, onSent });
    const isKept = await lockModels(sql, async (tx) => {
      if (fetched.isPartial) {
        if (!(await store.publish(key, fetched))) return false;
      } else if ((await store.sizeOf(sha256)) === undefined) {
        throw new Error(`The content ${sha256} was deleted.`);
      }
      await insertModelFile(tx, row);
      return true;
    });
    if (isKept) return row;
  }
  throw new ActionError(
    'connection_error',
    `The uploaded content ${sha256} is not in the store of models. Try again later.`,
  );
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
