import type { PipelineDocument } from '@/engine';
import type { StartRunInput } from '@/lib/contracts/runs';

/** Idempotency keys of started runs. */
export interface StartKeys {
  /**
   * The key of a start. While an earlier one has no answer, the same document and params have the same key: the server may
   * have started the run, and must not start another when the person tries again.
   */
  keyOf(document: PipelineDocument, params: StartRunInput['params']): string;
  /** The answer to the last start has arrived, so that the next one is another run. */
  answered(): void;
}

export function createStartKeys(): StartKeys {
  let last:
    | { readonly document: PipelineDocument; readonly params: string; readonly key: string }
    | undefined;
  return {
    keyOf(document, params = {}) {
      const text = JSON.stringify(params);
      if (last?.document !== document || last.params !== text)
        last = { document, params: text, key: crypto.randomUUID() };
      return last.key;
    },
    answered() {
      last = undefined;
    },
  };
}
