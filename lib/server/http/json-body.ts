import { Invalid } from '../services/errors';
import { limitedBody } from './limited-body';

/** The body of a request as JSON; nothing at all reads as `{}`. @throws TooLarge @throws Invalid */
export async function jsonBody(request: Request, maxBytes: number): Promise<unknown> {
  const body = await limitedBody(request, maxBytes);
  if (body.byteLength === 0) return {};
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    throw new Invalid('The body is not JSON. Send JSON as UTF-8, or nothing.', { cause: error });
  }
}
