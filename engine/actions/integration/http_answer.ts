import type { ActionContext } from '../../action-context';
import { ActionError } from '../../errors';
import type { Json } from '../../json';
import { MAX_LEVELS, MAX_NAMES, tooDeep } from '../../json-limits';
import { isJsonType } from '../../media-types';
import type { HttpResponse } from '../../ports';
import { checkingJson, type ReadJson } from '../../read-json';
import { MAX_RUN_BYTES, megabytes } from '../../value-limits';
import { fileNameOf } from './http_file_name';
import { decoderFor, decoding, looksBinary, looksLikeText, saysText } from './http_media';

export const RESPONSE_FORMATS = ['auto', 'json', 'text', 'file'] as const;
type ResponseFormat = (typeof RESPONSE_FORMATS)[number];

/**
 * The body of the response in the requested format. `auto`: JSON is parsed, text stays text, anything else becomes a
 * stored file.
 * @throws ActionError `rejected` for invalid or too deeply nested JSON, `storage_full`
 */
export async function readBody(
  answer: HttpResponse,
  url: URL,
  format: ResponseFormat,
  ctx: Pick<ActionContext, 'files' | 'log' | 'drive' | 'reserveMemory'>,
): Promise<Json> {
  const type = answer.headers['content-type'] ?? '';
  const kind = format === 'auto' ? kindOf(answer.body, type) : format;
  if (kind === 'file') return store(answer, url, ctx);
  const text = await ctx.drive(decoding(decoderFor(type), answer.body));
  if (kind === 'text') return text;
  if (format === 'json' && text.trim() === '') return null;
  const read = await readJson(text, ctx);
  if ('value' in read) return read.value;
  if (format === 'json') throw refused(read, url);
  return unread(text, read, url, ctx);
}

/** The value may use many times the memory of its text. */
async function readJson(
  text: string,
  { drive, reserveMemory }: Pick<ActionContext, 'drive' | 'reserveMemory'>,
): Promise<ReadJson> {
  const checked = await drive(checkingJson(text));
  if ('problem' in checked) return checked;
  await reserveMemory(checked.memory);
  return checked.parse();
}

/** Longest part of a response in a log, in characters. */
const SAMPLE = 500;

/** The beginning of a text response on one line; empty when it is not text. */
export function sampleOf({ headers, body }: HttpResponse): string {
  const type = headers['content-type'] ?? '';
  if (kindOf(body, type) === 'file') return '';
  // No encoding needs more than four bytes for a character.
  const start = decoderFor(type).decode(body.subarray(0, SAMPLE * 4));
  const text = start.replaceAll(/\s+/g, ' ').trim();
  return text.length > SAMPLE ? `${text.slice(0, SAMPLE)}…` : text;
}

function kindOf(body: Uint8Array, type: string): 'json' | 'text' | 'file' {
  if (body.length === 0) return 'text';
  if (isJsonType(type)) return 'json';
  if (type.trim() === '') return looksLikeText(body) ? 'text' : 'file';
  if (!saysText(type)) return 'file';
  // UTF-16 contains zero bytes, and is declared.
  return looksBinary(body) && decoderFor(type).encoding === 'utf-8' ? 'file' : 'text';
}

/** Declared as JSON: invalid JSON stays text, so that the author can see it. */
function unread(text: string, read: Unread, url: URL, { log }: Pick<ActionContext, 'log'>): string {
  if (read.problem !== 'number too large' && read.problem !== 'not JSON') throw refused(read, url);
  if (read.problem === 'number too large') {
    log.warning('The response contains a number that is too large, such as 1e999. The body is kept as text.');
  }
  return text;
}

type Unread = Extract<ReadJson, { problem: string }>;

const PROBLEMS = {
  'not JSON': 'is not JSON',
  'too deep': `is JSON that ${tooDeep(MAX_LEVELS)}`,
  'too many names': `is JSON with more than ${MAX_NAMES.toLocaleString('en')} different names`,
  'too much memory': `is JSON that would take more than ${megabytes(MAX_RUN_BYTES)} of memory`,
  'number too large': 'contains a number that is too large, such as 1e999',
};

function refused({ problem }: Unread, { host }: URL): ActionError {
  const advice =
    problem === 'not JSON' || problem === 'number too large' ? 'Set' : 'Request less data, or set';
  return new ActionError(
    'rejected',
    `The response of ${host} ${PROBLEMS[problem]}. ${advice} response_format to text to see the response.`,
  );
}

async function store(
  { headers, body }: HttpResponse,
  url: URL,
  { files, log }: Pick<ActionContext, 'files' | 'log'>,
): Promise<Json> {
  const contentType = headers['content-type'] ?? 'application/octet-stream';
  const file = await files.put({ name: fileNameOf(headers, url), contentType, content: body });
  log.info(`Stored the response as ${file.name} (${file.content_type}, ${file.size} bytes).`);
  return { ...file };
}
