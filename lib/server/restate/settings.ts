import { isIP } from 'node:net';
import { z } from 'zod';

/** Where Restate is, and where it reaches this process. */
export interface RestateSettings {
  /** Where it takes requests, from RESTATE_URL. */
  readonly url: string;
  /** Where it is administered, from RESTATE_ADMIN_URL. @default port 9070 of the same host */
  readonly adminUrl: string;
  /** The port on which this process listens for it, from RESTATE_SERVICE_PORT. @default 9080 */
  readonly servicePort: number;
  /** The address on which this process listens: all, when Restate comes from another machine. */
  readonly serviceHost: string;
  /** What Restate calls this process, or the balancer before several, from RESTATE_SERVICE_URL. @default this machine */
  readonly serviceUrl: string | undefined;
  /** Public keys of Restate whose requests are taken, from RESTATE_IDENTITY_KEY; empty for every request. */
  readonly identityKeys: readonly string[];
}

const ADMIN_PORT = '9070';
const SERVICE_PORT = 9080;

const address = z
  .string()
  .refine(isHttpUrl, 'must look like http://restate.internal:8080')
  .transform((text) => text.replace(/\/$/, ''));

const keys = z.string().transform((text, context) => {
  const names = text.split(',').flatMap((part) => part.trim() || []);
  if (names.every((name) => name.startsWith('publickeyv1_'))) return names;
  context.addIssue('must be a list of keys, each beginning with "publickeyv1_"');
  return z.NEVER;
});

/** The variables, to be read with the others. */
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

/** What the variables say together; undefined without RESTATE_URL. */
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
