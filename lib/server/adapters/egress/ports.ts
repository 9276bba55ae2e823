import type { DialTarget } from './dialer';

/** Ports of services that may be abused with text meant for another protocol. */
const REFUSED = new Set([22, 25, 53, 111, 135, 139, 445, 2049, 3389, 6379, 9200, 11_211, 27_017]);

/** Exceptions by purpose. */
const NEEDED: Record<DialTarget['purpose'], ReadonlySet<number>> = {
  http: new Set(),
  mail: new Set([25]),
  sql: new Set(),
};

/** Whether the port is refused for this purpose unless a rule names it. */
export function isRefusedPort(port: number, purpose: DialTarget['purpose']): boolean {
  return REFUSED.has(port) && !NEEDED[purpose].has(port);
}
