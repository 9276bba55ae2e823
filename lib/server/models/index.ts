import type { Sql } from 'postgres';
import type { CloudModel } from '@/engine/cloud-models';
import type { Secrets } from '@/engine/ports';
import type { FreeBytes } from '../adapters/disk-space';
import { createDialer, type LivePolicy } from '../adapters/egress';
import { createDownload, createHttp } from '../adapters/http';
import { createSources } from '../adapters/models/sources';
import type { ServeModel } from './benchmark/served-model';
import { startModelMaintenance } from './maintenance';
import { openModelStore } from './open-store';
import { addCloudForPerson, addForPerson, type PersonCloudModel, type PersonModel } from './person-request';
import { ModelRegistry } from './registry';
import type { ModelSettings } from './settings';

export interface ModelsOptions {
  readonly config: ModelSettings & { readonly databaseUrl: string | undefined };
  readonly sql: Sql;
  /** The allowed destinations, and the author of changes. */
  readonly registration: { readonly policy: LivePolicy; readonly instance: string };
  readonly secrets: Secrets;
  /** Replicas for benchmarks. */
  readonly serveModel: ServeModel;
  readonly freeBytes: FreeBytes;
  readonly report: (error: unknown, what: string) => void;
  readonly now: () => Date;
}

/** The models of a server process. */
export interface ServerModels {
  readonly registry: ModelRegistry;
  /** Starts a download for a person. @returns the id of its row */
  add(model: PersonModel): Promise<string>;
  /** Adds a model of a provider for a person. @throws ActionError */
  addCloud(model: PersonCloudModel): Promise<CloudModel>;
  /** Path of a content on this machine. @throws ActionError */
  localPath(sha256: string): Promise<string>;
  /** Free bytes for models, without the reserve; undefined when unknown. */
  freeBytes(): Promise<number | undefined>;
  /** Resumes downloads and deletes unused contents until the returned function is called. */
  startMaintenance(): () => Promise<void>;
}

/** Creates the model registry of this process with its maintenance. */
export function createModels(options: ModelsOptions): ServerModels {
  const { config, sql, registration, secrets, serveModel, freeBytes, report, now } = options;
  const store = openModelStore({ settings: config.models, sql, freeBytes });
  const clientOptions = { dialer: createDialer(registration.policy), mark: () => registration.instance };
  const { hubEndpoint, localDirs, s3, gcsEndpoint } = config.models;
  const http = createHttp(clientOptions);
  const download = createDownload(clientOptions);
  const sources = createSources({
    download,
    http,
    hubEndpoint,
    localFolders: localDirs,
    s3,
    gcsEndpoint,
  });
  const registry = new ModelRegistry({
    ...{ sql, store, sources, http, download, serveModel, secrets, report },
  });
  const isOnlyFolder = config.databaseUrl === undefined && config.models.store === undefined;
  return {
    registry,
    add: (model) => addForPerson({ registry, sql, secrets, report }, model),
    addCloud: (model) => addCloudForPerson(registry, secrets, model),
    localPath: (sha256) => store.localPath(sha256),
    freeBytes: () => store.freeBytes(),
    startMaintenance: () =>
      startModelMaintenance({ sql, store, registry, secrets, report, isOnlyFolder, now }),
  };
}
