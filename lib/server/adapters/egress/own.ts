import { isIP } from 'node:net';
import { type Address, isThisMachine, readAddress } from './address';
import { canonicalHost } from './host';

/** A host and port of this installation. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  /**
   * The service.
   * @default the database
   */
  readonly is?: 'restate';
}

/** Endpoints that pipelines can never reach, in any mode and under any rule. */
export interface OwnEndpoints {
  /** Ports of this installation's processes: refused on every address of this machine. */
  readonly ports: readonly number[];
  /**
   * Addresses and names at which other machines reach this installation's processes.
   * @default none
   */
  readonly listeners?: readonly Endpoint[];
  /** The installation's database and Restate, when they are reached over the network. */
  readonly databases: readonly Endpoint[];
}

/** The installation's database with the addresses of its name. */
export interface OwnDatabase extends Endpoint {
  readonly addresses: readonly Address[];
}

const POSTGRES_PORT = 5432;

/** Endpoints of a database URL; empty for a unix socket. */
export function databaseEndpoints(url: string | undefined): readonly Endpoint[] {
  if (url === undefined || !URL.canParse(url)) return [];
  const { hostname, port } = new URL(url);
  const host = canonicalHost(decodeURIComponent(hostname) || 'localhost');
  return host === undefined ? [] : [{ host, port: port === '' ? POSTGRES_PORT : Number(port) }];
}

/** The endpoint of an address of Restate. */
export function restateEndpoint(url: string): Endpoint {
  const { protocol, hostname, port } = new URL(url);
  const usual = protocol === 'https:' ? 443 : 80;
  return {
    host: canonicalHost(hostname) ?? hostname,
    port: port === '' ? usual : Number(port),
    is: 'restate',
  };
}

/** The installation's databases on a port that have literal addresses; names need a look-up. */
export function literalDatabases(own: OwnEndpoints, port: number): readonly OwnDatabase[] {
  return own.databases
    .filter((database) => database.port === port)
    .map((one) => ({ ...one, addresses: isIP(one.host) === 0 ? [] : [readAddress(one.host)] }));
}

/** Why an address belongs to this installation, as text after the host; undefined when it does not. */
export function ownRefusal(
  to: { readonly host: string; readonly port: number; readonly address?: Address },
  own: OwnEndpoints,
  databases: readonly OwnDatabase[],
): string | undefined {
  const { host, port, address } = to;
  const isHere = () => address !== undefined && isThisMachine(address);
  const isListener = own.listeners?.some(
    (one) => one.port === port && (one.host === host || one.host === address?.toString()),
  );
  if (isListener || (own.ports.includes(port) && (host === 'localhost' || isHere()))) {
    return 'is Pipewright itself, which pipelines are not allowed to call. Use the address of another service.';
  }
  const found = databases.find(
    (database) =>
      database.port === port &&
      (database.host === host ||
        database.addresses.some(
          (one) => one.toString() === address?.toString() || (isThisMachine(one) && isHere()),
        )),
  );
  if (!found) return undefined;
  return found.is === 'restate'
    ? 'is the Restate server of Pipewright, which pipelines are not allowed to call. Use the address of another service.'
    : 'is the database of Pipewright, which pipelines are not allowed to call. Use another database.';
}
