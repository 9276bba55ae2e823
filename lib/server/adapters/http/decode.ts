import type { IncomingMessage } from 'node:http';
import { addAbortSignal, type Duplex, pipeline, type Readable } from 'node:stream';
import zlib from 'node:zlib';
import { ActionError } from '@/engine';
import type { Hop } from './hop';

// Tolerates a missing end, as browsers do; a truncated connection is detected on the message itself.
const LENIENT = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
const BROTLI = {
  flush: zlib.constants.BROTLI_OPERATION_FLUSH,
  finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
};

const unzip = () => zlib.createUnzip(LENIENT);

const DECODERS: Record<string, () => Duplex> = {
  gzip: unzip,
  'x-gzip': unzip,
  deflate: unzip,
  br: () => zlib.createBrotliDecompress(BROTLI),
};

/** Limit of nested codings, against decompression bombs. */
const MAX_CODINGS = 2;

/** The decompressed body; a body with an unknown coding stays unchanged. */
export function decoded(message: IncomingMessage, hop: Hop): Readable {
  const codings = codingsOf(message, hop.url);
  if (codings.includes('zstd')) throw zstdRefused(hop);
  const decoders: Duplex[] = [];
  for (const coding of codings.reverse()) {
    if (!Object.hasOwn(DECODERS, coding)) break;
    const decoder = DECODERS[coding]?.();
    if (decoder) decoders.push(decoder);
  }
  const last = decoders.at(-1);
  if (last === undefined) return message;
  // Errors of each stage propagate to the last one, which is read.
  pipeline([message, ...decoders], () => undefined);
  return addAbortSignal(hop.signal, last);
}

function codingsOf(message: IncomingMessage, url: URL): string[] {
  const written = message.headers['content-encoding'] ?? '';
  const codings = written
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length <= MAX_CODINGS) return codings;
  throw new ActionError(
    'rejected',
    `The response of ${url.host} has ${codings.length} nested compressions. The limit is ${MAX_CODINGS}. Check the service.`,
  );
}

/** Node.js 20 has no zstd, so requests do not accept it. */
function zstdRefused({ url, headers }: Hop): ActionError {
  const advice = headers['accept-encoding']?.includes('zstd')
    ? 'Remove zstd from the header Accept-Encoding of the request.'
    : 'Turn zstd off at the service, or ask it for gzip with the header Accept-Encoding.';
  return new ActionError(
    'rejected',
    `The response of ${url.host} is compressed with zstd, which Pipewright cannot read. ${advice}`,
  );
}
