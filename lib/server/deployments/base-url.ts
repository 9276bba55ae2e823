import type { Sql } from 'postgres';
import { readInstallation } from '../store/installation';

/** The settings that determine the address for clients. */
export interface AddressSettings {
  readonly host: string;
  readonly port: number;
  readonly kind: 'web' | 'worker';
}

/** Base URL of this installation for clients. A worker does not listen, so it returns the address of a web process. */
export async function baseUrlOf(sql: Sql, { host, port, kind }: AddressSettings): Promise<string> {
  if (kind === 'web') return urlOf(host, port);
  const { endpoints } = (await readInstallation(sql)).view;
  const found = endpoints.find((one) => one.host !== 'localhost') ?? endpoints[0];
  return found ? urlOf(found.host, found.port) : urlOf(host, port);
}

function urlOf(host: string, port: number): string {
  if (['0.0.0.0', '::'].includes(host)) return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
