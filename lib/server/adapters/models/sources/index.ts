import type { ModelSource } from '@/engine/models';
import type { Source } from '../source';
import { createBuiltInSource } from './built-in';
import { createCustomSource } from './custom';
import { createGcsSource } from './gcs';
import { createHubSource } from './hub';
import { createLocalSource } from './local';
import { createS3Source } from './s3';
import type { S3SourceSettings, SourceClients } from './s3-bucket';
import { createUrlSource } from './url';

/** Options of all sources. */
export interface SourceOptions extends SourceClients {
  /** Base URL of `model_hub`. */
  readonly hubEndpoint: URL;
  /** Folders of this machine that models may be added from. */
  readonly localFolders: readonly string[];
  /** Settings of `s3`. */
  readonly s3: S3SourceSettings;
  /** Base URL of `gcs`. */
  readonly gcsEndpoint: URL;
}

/** The registry of sources: one for each name in `MODEL_SOURCES`. */
export function createSources(options: SourceOptions): Readonly<Record<ModelSource, Source>> {
  const { download, hubEndpoint, localFolders, gcsEndpoint } = options;
  const url = createUrlSource(download);
  const local = createLocalSource(localFolders);
  const hub = createHubSource(download, hubEndpoint);
  const s3 = createS3Source(options, options.s3);
  const gcs = createGcsSource(options, gcsEndpoint);
  return {
    model_hub: hub,
    url,
    local,
    s3,
    gcs,
    custom: createCustomSource({
      http: url,
      https: url,
      hf: hub,
      file: local,
      s3,
      gs: gcs,
      builtin: createBuiltInSource(),
    }),
  };
}
