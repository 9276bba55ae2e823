import { ActionError } from '@/engine';
import type { Download } from '../../http';
import type { ModelPlan, Source, SourceRequest } from '../source';
import { bearer, openHttpFile } from './http-file';

/** One file by its http or https address. */
export function createUrlSource(download: Download): Source {
  return { plan: async (request) => planOf(request, download) };
}

function planOf({ uri, sha256, token, secrets }: SourceRequest, download: Download): ModelPlan {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new ActionError(
      'invalid_params',
      'The address of the model starts with neither http:// nor https://. Enter the address of a file, or choose another source.',
      { path: 'params.model_uri' },
    );
  }
  const name = nameIn(url);
  const file = {
    url: url.href,
    headers: async () => bearer(token),
    accessAdvice: 'Check the token and its permissions.',
    ...(secrets === undefined ? {} : { secrets }),
  };
  return {
    name,
    revision: undefined,
    files: [
      {
        path: name,
        size: undefined,
        expected: sha256 === undefined ? undefined : { algorithm: 'sha256', hex: sha256 },
        version: undefined,
        open: (from, signal) => openHttpFile(download, file, from, signal),
      },
    ],
  };
}

/** The last part of a path as a label. Decoded separators, such as %2F, become `_`. */
function nameIn({ pathname, hostname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname;
  return decoded(last)
    .replaceAll(/[\\/:\p{Cc}\p{Bidi_Control}]/gu, '_')
    .replace(/^\.+$/, 'model')
    .slice(0, 200);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
