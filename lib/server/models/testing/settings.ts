import type { ModelSettings } from '../settings';

/** Model settings for tests: only the source `url` is reachable. */
export function testModelSettings(dir: string): ModelSettings['models'] {
  return {
    dir,
    store: undefined,
    cacheBytes: 100_000_000_000,
    hubEndpoint: new URL('https://hub.invalid'),
    localDirs: [],
    s3: {
      endpoint: new URL('https://s3.invalid'),
      region: 'us-east-1',
      isPathStyle: true,
      credentials: undefined,
    },
    gcsEndpoint: new URL('https://gcs.invalid'),
  };
}
