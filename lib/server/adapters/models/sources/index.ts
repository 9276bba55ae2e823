import type { ModelSource } from '@/engine/models';
import type { Download } from '../../http';
import type { Source } from '../source';
import { createCustomSource } from './custom';
import { createHubSource } from './hub';
import { createLocalSource } from './local';
import { createUrlSource } from './url';

export interface SourceOptions {
  /** The way out. */
  readonly download: Download;
  /** Server of `model_hub`. */
  readonly hubEndpoint: URL;
  /** Folders of this machine that models may be added from. */
  readonly localFolders: readonly string[];
}

/** THE REGISTRY of sources: one for each name in `MODEL_SOURCES`. */
export function createSources({
  download,
  hubEndpoint,
  localFolders,
}: SourceOptions): Readonly<Record<ModelSource, Source>> {
  const url = createUrlSource(download);
  const local = createLocalSource(localFolders);
  const hub = createHubSource(download, hubEndpoint);
  return {
    model_hub: hub,
    url,
    local,
    custom: createCustomSource({ http: url, https: url, hf: hub, file: local }),
  };
}
