import { ActionError } from '@/engine';
import type { Source } from '../source';

/** Sources by URL scheme. */
export type SchemeSources = Readonly<Record<string, Source>>;

/** Selects a source by the scheme of the address. A path without a scheme is on this machine. */
export function createCustomSource(byScheme: SchemeSources): Source {
  return {
    plan(request) {
      const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(request.uri)?.[1]?.toLowerCase() ?? 'file';
      const source = Object.hasOwn(byScheme, scheme) ? byScheme[scheme] : undefined;
      if (source) return source.plan(request);
      const known = Object.keys(byScheme).map((name) => `${name}:`);
      throw new ActionError(
        'invalid_params',
        `No source reads addresses with ${scheme}:. Use one of ${known.join(', ')}.`,
        { path: 'params.model_uri' },
      );
    },
  };
}
