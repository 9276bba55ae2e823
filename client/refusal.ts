import { BrokenStream } from './journal';

/** The server refuses access to this run, permanently. */
export class Refused extends Error {}

/** Statuses that a retry does not change. */
const REFUSALS = new Set([401, 403, 404, 410]);

/** @throws Refused with the message of the server @throws BrokenStream when a retry may succeed */
export async function checkAnswer(response: Response): Promise<void> {
  if (REFUSALS.has(response.status)) throw new Refused(await wordsOf(response));
  if (!response.ok) throw new BrokenStream(`The server returned status ${response.status}.`);
}

async function wordsOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string') {
    return body.message;
  }
  return response.status === 404
    ? 'The run does not exist. Check its id in the list of runs.'
    : 'The server refused access to this run.';
}
