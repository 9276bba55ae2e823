import { ActionError } from '@/engine';
import type { S3Credentials } from '../../s3/sign';

/** Keys written as one token: `<access key id>:<secret access key>`, then the session token of temporary keys. */
const KEYS = /^([^:\s]+):([^:\s]+)(?::(\S+))?$/;

/** The keys in a token; undefined for another kind of token. */
export function keysIn(token: string): S3Credentials | undefined {
  const [, accessKeyId, secretAccessKey, sessionToken] = KEYS.exec(token.trim()) ?? [];
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}

/** The keys in a token. @throws ActionError `invalid_params`, without the token */
export function requiredKeys(token: string): S3Credentials {
  const keys = keysIn(token);
  if (keys) return keys;
  throw new ActionError(
    'invalid_params',
    'The token of a bucket has the form <access key id>:<secret access key>, or <access key id>:<secret access key>:<session token>. Correct the secret.',
    { path: 'params.token' },
  );
}

/** Converts a checksum from base64 to hex; undefined for another length. @param bytes length of the checksum */
export function hexOf(base64: string | undefined, bytes: number): string | undefined {
  if (base64 === undefined || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  const decoded = Buffer.from(base64, 'base64');
  return decoded.length === bytes ? decoded.toString('hex') : undefined;
}
