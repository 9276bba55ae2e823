import { jsonProblem, readJson } from '@/engine';
import type { BodyLimits } from '@/lib/contracts/endpoint';
import { Invalid } from '../services/errors';
import { limitedBody } from './limited-body';

/**
 * The body of a request as JSON; an empty body reads as `{}`. Its depth is checked before it is parsed.
 * @throws TooLarge
 * @throws Invalid
 */
export async function jsonBody(request: Request, { bytes, levels }: BodyLimits): Promise<unknown> {
  const body = await limitedBody(request, bytes);
  if (body.byteLength === 0) return {};
  const read = readJson(textOf(body), levels);
  if ('value' in read) return read.value;
  if (read.problem === 'not JSON') throw notJson();
  throw new Invalid(`The body ${jsonProblem(read.problem, levels)}. Send smaller or flatter JSON.`);
}

function textOf(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (error) {
    throw notJson(error);
  }
}

function notJson(cause?: unknown): Invalid {
  return new Invalid('The body is not JSON. Send JSON as UTF-8, or no body.', { cause });
}
