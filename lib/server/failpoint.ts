/**
 * Every write that matters, as the fault harness names it. Each has a point before it is sent and one after it is
 * durable.
 */
export const FAILPOINT_SITES = [
  'journal',
  'claim',
  'renew',
  'park',
  'release',
  'run',
  'command',
  'blob',
  'chunks',
  'delivery',
] as const;
export type FailpointSite = (typeof FAILPOINT_SITES)[number];
export type Failpoint = `before:${FailpointSite}` | `after:${FailpointSite}`;

/** What a process does when it comes by: dies, stands still until it is told to go on, or loses its connection. */
export const FAILPOINT_DEEDS = ['kill', 'stop', 'error'] as const;
export type FailpointDeed = (typeof FAILPOINT_DEEDS)[number];

/** Every point there is, for the harness to go through. */
export const FAILPOINTS: readonly Failpoint[] = FAILPOINT_SITES.flatMap((site) => [
  `before:${site}` as const,
  `after:${site}` as const,
]);

/** One point that is on: at its `nth` passing it does its deed, once. */
interface Armed {
  readonly name: Failpoint;
  readonly deed: FailpointDeed;
  left: number;
}

/** What the `error` deed throws: to the code around it, a connection that broke. */
export class FailpointError extends Error {
  override readonly name = 'FailpointError';
  readonly code = 'CONNECTION_CLOSED';
}

/**
 * Reads `name:nth:deed`, as in `after:journal:3:kill`; undefined when nothing is to happen, which is always so in
 * production.
 * @throws Error when it is written wrongly: a harness that tests nothing must not look like one that passes
 */
export function parseFailpoint(text: string | undefined, environment: string | undefined): Armed | undefined {
  if (!text || environment === 'production') return undefined;
  const [when, site, nth, word] = text.split(':');
  const name = FAILPOINTS.find((each) => each === `${when}:${site}`);
  const deed = FAILPOINT_DEEDS.find((each) => each === word);
  const left = Number(nth);
  if (!name || !deed || !Number.isSafeInteger(left) || left < 1) {
    throw new Error(`PIPEWRIGHT_FAILPOINT is "${text}", not like "after:journal:3:kill".`);
  }
  return { name, deed, left };
}

// biome-ignore lint/style/noProcessEnv: a setting of the fault harness, not of the product, which must not document it
const armed = parseFailpoint(process.env.PIPEWRIGHT_FAILPOINT, process.env.NODE_ENV);

/** A place at which the fault harness may end, stop or disturb this process; nothing anywhere else. */
export function failpoint(name: Failpoint): void {
  if (armed !== undefined && passes(armed, name)) perform(armed);
}

/** Does a write between its two failpoints. */
export async function between<T>(site: FailpointSite, write: () => PromiseLike<T>): Promise<T> {
  failpoint(`before:${site}`);
  const result = await write();
  failpoint(`after:${site}`);
  return result;
}

/** Counts a passing; true at the one that matters. */
export function passes(point: Armed, name: Failpoint): boolean {
  if (point.name !== name) return false;
  point.left -= 1;
  return point.left === 0;
}

function perform({ name, deed }: Armed): void {
  if (deed === 'error') throw new FailpointError(`The connection was lost at ${name}.`);
  // Both take effect before the call returns: a process delivers a signal to itself at once.
  process.kill(process.pid, deed === 'kill' ? 'SIGKILL' : 'SIGSTOP');
}
