import { join } from 'node:path';
import type { ModelRequest, RevealedSecret, Secrets } from '@/engine/ports';
import { systemFreeBytes } from '../../adapters/disk-space';
import { createDialer } from '../../adapters/egress';
import { policyOf } from '../../adapters/egress/testing/policies';
import { createDownload, createHttp } from '../../adapters/http';
import { ModelFolder } from '../../adapters/models/model-folder';
import type { ModelStore } from '../../adapters/models/model-store';
import { createSources, type SourceOptions } from '../../adapters/models/sources';
import type { TestDatabase } from '../../testing/database';
import type { ServeModel } from '../benchmark/served-model';
import { ModelRegistry } from '../registry';
import { testModelSettings } from './settings';

export interface TestRegistryOptions {
  readonly database: Pick<TestDatabase, 'sql'>;
  readonly folder: string;
  readonly freeBytes?: () => Promise<number>;
  readonly sources?: Partial<SourceOptions>;
  /** @default a folder */
  readonly store?: ModelStore;
  /** @default none */
  readonly secrets?: Secrets;
  /** @default none */
  readonly serveModel?: ServeModel;
}

/** Opens the model registry of one process with its store. */
export function openRegistry({
  database,
  folder,
  freeBytes,
  sources: more,
  store: given,
  secrets,
  serveModel,
}: TestRegistryOptions) {
  const dialer = createDialer(policyOf('open'));
  const http = createHttp({ dialer });
  const download = createDownload({ dialer });
  const sources = createSources({
    download,
    http,
    ...testModelSettings(folder),
    localFolders: [join(folder, 'allowed')],
    ...more,
  });
  const models = new ModelFolder({ root: join(folder, 'models'), freeBytes: freeBytes ?? systemFreeBytes });
  const registry = new ModelRegistry({
    sql: database.sql,
    store: given ?? models,
    sources,
    http,
    download,
    serveModel:
      serveModel ??
      (() => {
        throw new Error('No deployments in this test');
      }),
    secrets: secrets ?? { reveal: async () => undefined },
    report: (error, what) => {
      throw new Error(what, { cause: error });
    },
    waitMs: () => 1,
  });
  return { registry, store: models, sources };
}

/** The request of a step, with its log lines. */
export function stepRequest(
  given: Pick<ModelRequest, 'source' | 'uri'> & Partial<ModelRequest>,
): ModelRequest & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    shownUri: given.uri,
    files: [],
    metadata: {},
    signal: new AbortController().signal,
    owner: { runId: 'run_1', step: 'add' },
    log: (_, message) => void lines.push(message),
    lines,
    ...given,
  };
}

/** A token that an attempt has resolved. */
export function tokenOf(value: string): RevealedSecret {
  return { name: 'token', value, hosts: [] };
}
