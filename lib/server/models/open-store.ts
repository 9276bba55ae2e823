import type { Sql } from 'postgres';
import { storageDownload, storageHttp } from '../adapters/blobs/storage-http';
import type { FreeBytes } from '../adapters/disk-space';
import { ModelBucket } from '../adapters/models/bucket/model-bucket';
import { ModelFolder } from '../adapters/models/model-folder';
import type { ModelStore } from '../adapters/models/model-store';
import { contentsOfDeployments } from '../store/models/model-files';
import type { ModelSettings } from './settings';

export interface ModelStoreOptions {
  readonly settings: Pick<ModelSettings['models'], 'dir' | 'store' | 'cacheBytes'>;
  readonly sql: Sql;
  readonly freeBytes: FreeBytes;
}

/** Opens the configured store of contents. */
export function openModelStore({ settings, sql, freeBytes }: ModelStoreOptions): ModelStore {
  const { dir: root, store, cacheBytes: limitBytes } = settings;
  if (store === undefined) return new ModelFolder({ root, freeBytes });
  const { endpoint } = store;
  return new ModelBucket({
    ...{ root, freeBytes, limitBytes },
    inUse: () => contentsOfDeployments(sql),
    bucket: { ...store, http: storageHttp(endpoint), download: storageDownload(endpoint) },
  });
}
