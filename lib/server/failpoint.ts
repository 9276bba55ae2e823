/**
 * The durable writes, as the fault harness names them. Each has one point before it is sent and one after it is
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

/** What a process does at a point: exit, stop until it is continued, or lose its connection. */
export const FAILPOINT_DEEDS = ['kill', 'stop', 'error'] as const;
export type FailpointDeed = (typeof FAILPOINT_DEEDS)[number];

/** All points, for the harness to iterate. */
export const FAILPOINTS: readonly Failpoint[] = FAILPOINT_SITES.flatMap((site) => [
  `before:${site}` as const,
  `after:${site}` as const,
]);

/** An armed point: at its `nth` pass it acts, once. */
interface Armed {
  readonly name: Failpoint;
  readonly deed: FailpointDeed;
  left: number;
}

/** What the `error` deed throws; it looks like a broken connection. */
export class FailpointError extends Error {
  override readonly name = 'FailpointError';
  readonly code = 'CONNECTION_CLOSED';
}

/**
 * Parses `name:nth:deed`, as in `after:journal:3:kill`; undefined when none is armed, as always in production.
 * @throws Error when the format is invalid: a harness that tests nothing must not appear to pass
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

/** A point where the fault harness may end, stop or disturb this process. Otherwise it does nothing. */
export function failpoint(name: Failpoint): void {
  if (armed !== undefined && passes(armed, name)) perform(armed);
}

/** Runs a write between its two failpoints. */
export async function between<T>(site: FailpointSite, write: () => PromiseLike<T>): Promise<T> {
  failpoint(`before:${site}`);
  const result = await write();
  failpoint(`after:${site}`);
  return result;
}

/** Counts a pass; true at the armed one. */
export function passes(point: Armed, name: Failpoint): boolean {
  if (point.name !== name) return false;
  point.left -= 1;
  return point.left === 0;
}

function perform({ name, deed }: Armed): void {
  if (deed === 'error') throw new FailpointError(`The connection was lost at ${name}.`);
  // Both take effect before the call returns: signals to the own process are delivered immediately.
  process.kill(process.pid, deed === 'kill' ? 'SIGKILL' : 'SIGSTOP');
}
