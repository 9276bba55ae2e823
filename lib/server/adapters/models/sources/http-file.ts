import { ActionError } from '@/engine';
import type { Outgoing } from '@/engine/ports';
import type { Download } from '../../http';
import type { OpenedFile, ResumePoint } from '../source';

/** A file to download by HTTP. */
export interface HttpFile extends Pick<Outgoing, 'secrets'> {
  readonly url: string;
  /** Created for each request, because signatures expire. */
  headers(): Promise<Readonly<Record<string, string>>>;
  /** Maximum number of redirects. @default that of the HTTP client */
  readonly maxRedirects?: number;
  /** Version that is known before the download, which makes a validator in the response unnecessary. */
  readonly version?: string | undefined;
  /** Advice for a response with status 401 or 403. */
  readonly accessAdvice: string;
}

/** The header for an access token. */
export function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

type Answer = Awaited<ReturnType<Download>>;

/** Opens a file, resuming if the server confirms that the file is unchanged. RFC 9110, sections 13 and 14. */
export async function openHttpFile(
  download: Download,
  file: HttpFile,
  { offset, version }: ResumePoint,
  signal: AbortSignal,
): Promise<OpenedFile> {
  const { url, secrets, maxRedirects } = file;
  const answer = await download({
    url,
    signal,
    headers: { ...(await file.headers()), ...conditions(offset, version, file.version) },
    ...(secrets === undefined ? {} : { secrets }),
    ...(maxRedirects === undefined ? {} : { maxRedirects }),
  });
  if (answer.status === 200 || answer.status === 206) return contentOf(answer, file, offset);
  answer.discard();
  if (answer.status === 304) return { kind: 'unchanged' };
  if (answer.status === 416 && offset > 0) {
    // The file is already complete.
    if (answer.headers['content-range'] === `bytes */${offset}`) {
      return { kind: 'content', offset, size: offset, version, chunks: nothing() };
    }
    // The partial file is longer than the file, so the source has changed.
    return openHttpFile(download, file, { offset: 0, version: undefined }, signal);
  }
  throw refusal(answer, file);
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

function conditions(
  offset: number,
  version: string | undefined,
  known: string | undefined,
): Record<string, string> {
  if (version === undefined) return {};
  if (offset === 0) return known === undefined ? { 'if-none-match': version } : {};
  const range = { range: `bytes=${offset}-` };
  return known === undefined ? { ...range, 'if-range': version } : range;
}

function contentOf(answer: Answer, file: HttpFile, offset: number): OpenedFile {
  const coding = answer.headers['content-encoding'];
  if (coding !== undefined && coding !== 'identity') {
    answer.discard();
    throw new ActionError(
      'rejected',
      `${hostOf(file)} sends the file compressed (${coding}), so that it cannot be verified. Turn compression off for this file.`,
    );
  }
  const version = file.version ?? strongEtag(answer.headers.etag);
  const range = answer.status === 206 ? rangeOf(answer.headers['content-range']) : undefined;
  if (answer.status === 206 && range?.start !== offset) {
    answer.discard();
    throw new ActionError(
      'connection_error',
      `${hostOf(file)} returned a different range than requested. Try again.`,
    );
  }
  const length = lengthOf(answer.headers['content-length']);
  return {
    kind: 'content',
    offset: range?.start ?? 0,
    size: range ? range.size : length,
    version,
    chunks: answer.chunks(),
  };
}

/** A weak validator does not identify bytes. */
export function strongEtag(etag: string | undefined): string | undefined {
  return etag !== undefined && /^"[\x21\x23-\x7e]{1,200}"$/.test(etag) ? etag : undefined;
}

function rangeOf(header: string | undefined) {
  const [, start, size] = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/.exec(header ?? '') ?? [];
  if (start === undefined) return undefined;
  return { start: Number(start), size: size === '*' ? undefined : Number(size) };
}

function lengthOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

function refusal({ status }: Answer, file: HttpFile): ActionError {
  const host = hostOf(file);
  const code = String(status);
  if (status === 401 || status === 403) {
    return new ActionError('rejected', `${host} refused access (${status}). ${file.accessAdvice}`, { code });
  }
  if (status === 404 || status === 410) {
    return new ActionError('invalid_params', `${host} has no such file (${status}). Check the address.`, {
      code,
      path: 'params.model_uri',
    });
  }
  if (status === 412) {
    return new ActionError('rejected', `The file at ${host} has changed. Add the model again.`, {
      code: 'source_changed',
    });
  }
  const isBusy = status >= 500 || status === 429;
  return new ActionError(
    isBusy ? 'connection_error' : 'rejected',
    `${host} returned status ${status} instead of the file. ${isBusy ? 'Try again later.' : 'Check the address.'}`,
    { code },
  );
}

function hostOf({ url }: HttpFile): string {
  return new URL(url).host;
}
