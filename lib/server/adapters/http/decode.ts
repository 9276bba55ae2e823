import type { IncomingMessage } from 'node:http';
import { addAbortSignal, type Duplex, pipeline, type Readable } from 'node:stream';
import zlib from 'node:zlib';
import { ActionError } from '@/engine';
import type { Hop } from './hop';

// Lenient about a missing end, as browsers are; a cut connection shows on the message itself.
const LENIENT = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
const BROTLI = {
  flush: zlib.constants.BROTLI_OPERATION_FLUSH,
  finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
};

const unzip = () => zlib.createUnzip(LENIENT);

/** One decoder for each coding. */
const DECODERS: Record<string, () => Duplex> = {
  gzip: unzip,
  'x-gzip': unzip,
  deflate: unzip,
  br: () => zlib.createBrotliDecompress(BROTLI),
};

/** More codings than this one upon another are a trap. */
const MAX_CODINGS = 2;

/** The body as it was before compression; what is under an unknown coding stays as it came. */
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
  // Failures of each stage arrive at the last one, which is read.
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
    `The answer of ${url.host} is compressed ${codings.length} times over; ${MAX_CODINGS} are read. Check the service.`,
  );
}

/** Node.js 20 has no zstd, which is why it is not among what a request accepts. */
function zstdRefused({ url, headers }: Hop): ActionError {
  const advice = headers['accept-encoding']?.includes('zstd')
    ? 'Remove zstd from the header Accept-Encoding of the request.'
    : 'Turn zstd off at the service, or ask it for gzip with the header Accept-Encoding.';
  return new ActionError(
    'rejected',
    `The response of ${url.host} is compressed with zstd, which Pipewright cannot read. ${advice}`,
  );
}
