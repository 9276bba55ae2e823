import type { Sql } from 'postgres';
import type { Secrets } from '@/engine/ports';
import type { FreeBytes } from '../adapters/disk-space';
import { createDialer, type LivePolicy } from '../adapters/egress';
import { createDownload } from '../adapters/http';
import { ModelStore } from '../adapters/models/model-store';
import { createSources } from '../adapters/models/sources';
import { ModelRegistry } from './registry';
import { startModelCare } from './resume';
import type { ModelSettings } from './settings';

export interface ModelsOptions {
  readonly config: ModelSettings & { readonly databaseUrl: string | undefined };
  readonly sql: Sql;
  /** What may be called, and in whose name. */
  readonly registration: { readonly policy: LivePolicy; readonly instance: string };
  readonly secrets: Secrets;
  readonly freeBytes: FreeBytes;
  readonly report: (error: unknown, what: string) => void;
  readonly now: () => Date;
}

/** The registry of models of this process, and what resumes and tidies it. */
export function createModels(options: ModelsOptions) {
  const { config, sql, registration, secrets, freeBytes, report, now } = options;
  const store = new ModelStore({ root: config.models.dir, freeBytes });
  const download = createDownload({
    dialer: createDialer(registration.policy),
    mark: () => registration.instance,
  });
  const sources = createSources({ download, localFolders: config.models.localDirs });
  const registry = new ModelRegistry({ sql, store, sources, report });
  const isOnlyFolder = config.databaseUrl === undefined;
  return {
    registry,
    startCare: () => startModelCare({ sql, store, registry, secrets, report, isOnlyFolder, now }),
  };
}
