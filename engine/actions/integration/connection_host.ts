import { wrong } from './connection_problem';

/** The address of a database. */
export interface DatabaseHost {
  /** A name or a literal address, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isLoopback: boolean;
}

const NAME = /^[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?\.?$/i;
const IPV6 = /^[0-9a-f:.]{2,45}$/i;
const LOOPBACK = /^(?:localhost\.?|(?:.*\.)?localhost|127(?:\.\d{1,3}){1,3}|::1)$/i;

/** Reads `host`, `host:port` or `[address]:port`. @throws ActionError `invalid_params` */
export function readDatabaseHost(written: string, defaultPort: number): DatabaseHost {
  if (written === '' || /^:\d*$/.test(written)) {
    throw wrong('has no host; add one, as in user:password@db.example.org/database');
  }
  if (written.includes(',')) throw wrong('has several hosts; keep one');
  if (/%2f|^\(/i.test(written)) throw wrong('refers to a Unix socket; enter a host');
  const parts = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(.*))?$/.exec(written);
  const [, address, name, port] = parts ?? [];
  const host = address ?? name ?? '';
  if (address === undefined ? !NAME.test(host) : !IPV6.test(host)) {
    throw wrong('has an invalid host; enter a host name, an IPv4 address or [an IPv6 address]');
  }
  return { host, port: readPort(port, defaultPort), isLoopback: LOOPBACK.test(host) };
}

function readPort(written: string | undefined, defaultPort: number): number {
  if (written === undefined) return defaultPort;
  const port = Number(written);
  if (!/^\d{1,5}$/.test(written) || port < 1 || port > 65_535) {
    throw wrong('has an invalid port; enter a number from 1 to 65535');
  }
  return port;
}
