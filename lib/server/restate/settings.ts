import { isIP } from 'node:net';
import { z } from 'zod';

/** Addresses of Restate and of this process. */
export interface RestateSettings {
  /** Ingress, from RESTATE_URL. */
  readonly url: string;
  /** Admin address, from RESTATE_ADMIN_URL. @default port 9070 of the same host */
  readonly adminUrl: string;
  /** The port where this process listens for Restate, from RESTATE_SERVICE_PORT. @default 9080 */
  readonly servicePort: number;
  /** The address where this process listens: all interfaces when Restate is on another machine. */
  readonly serviceHost: string;
  /**
   * The URL of this process, or of the balancer before several, for Restate; from RESTATE_SERVICE_URL.
   * @default this machine
   */
  readonly serviceUrl: string | undefined;
  /** Public keys of Restate whose requests are accepted, from RESTATE_IDENTITY_KEY; empty to accept every request. */
  readonly identityKeys: readonly string[];
}

const ADMIN_PORT = '9070';
const SERVICE_PORT = 9080;

const address = z
  .string()
  .refine(isHttpUrl, 'must be a URL such as http://restate.internal:8080')
  .transform((text) => text.replace(/\/$/, ''));

const keys = z.string().transform((text, context) => {
  const names = text.split(',').flatMap((part) => part.trim() || []);
  if (names.every((name) => name.startsWith('publickeyv1_'))) return names;
  context.addIssue('must be a list of keys, each beginning with "publickeyv1_"');
  return z.NEVER;
});

/** The variables, which are read with the others. */
export const restateVariables = {
  RESTATE_URL: address.optional(),
  RESTATE_ADMIN_URL: address.optional(),
  RESTATE_SERVICE_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number from 1 to 65535')
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, 'must be a whole number from 1 to 65535')
    .default(SERVICE_PORT),
  RESTATE_SERVICE_URL: address.optional(),
  RESTATE_IDENTITY_KEY: keys.default([]),
};

/** The settings from these variables; undefined without RESTATE_URL. */
export function restateOf(values: {
  readonly RESTATE_URL?: string | undefined;
  readonly RESTATE_ADMIN_URL?: string | undefined;
  readonly RESTATE_SERVICE_PORT: number;
  readonly RESTATE_SERVICE_URL?: string | undefined;
  readonly RESTATE_IDENTITY_KEY: readonly string[];
}): RestateSettings | undefined {
  const { RESTATE_URL: url, RESTATE_SERVICE_URL: serviceUrl } = values;
  if (url === undefined) return undefined;
  return {
    url,
    adminUrl: values.RESTATE_ADMIN_URL ?? atPort(url, ADMIN_PORT),
    servicePort: values.RESTATE_SERVICE_PORT,
    serviceHost: serviceUrl === undefined || isThisMachine(serviceUrl) ? '127.0.0.1' : '0.0.0.0',
    serviceUrl,
    identityKeys: values.RESTATE_IDENTITY_KEY,
  };
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

function atPort(url: string, port: string): string {
  const other = new URL(url);
  other.port = port;
  return other.origin;
}

function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  );
}
