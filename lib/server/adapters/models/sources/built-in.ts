import { createHash } from 'node:crypto';
import { ActionError } from '@/engine';
import type { PlannedFile, Source } from '../source';
import { TINY_MODEL_FILE, tinyModel } from '../tiny/tiny-model';

/** The address of the tiny model. */
const TINY_URI = 'builtin://tiny';
const TINY = /^builtin:(\/\/)?tiny$/i;

/** Models that the product generates, for machines without internet access. */
export function createBuiltInSource(): Source {
  return {
    async plan({ uri, sha256 }) {
      if (!TINY.test(uri)) {
        throw new ActionError(
          'invalid_params',
          `The built-in model ${uri} does not exist. Use ${TINY_URI}.`,
          {
            path: 'params.model_uri',
          },
        );
      }
      const content = tinyModel();
      const hash = createHash('sha256').update(content).digest('hex');
      const file: PlannedFile = {
        path: TINY_MODEL_FILE,
        size: content.length,
        expected: { algorithm: 'sha256', hex: sha256 ?? hash },
        version: hash,
        open: async () => ({
          kind: 'content',
          offset: 0,
          size: content.length,
          version: hash,
          chunks: chunksOf(content),
        }),
      };
      return { name: 'tiny', revision: undefined, files: [file] };
    },
  };
}

async function* chunksOf(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}
