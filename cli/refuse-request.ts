import { ApiError } from '@/client/api';
import { EXIT, printJson } from './output';

interface ServerOptions {
  readonly server: string;
  readonly json: boolean;
}

/** Something that a command names, and the server does not have. The message says what it has. */
export class NotFoundOnServer extends Error {}

/** Prints why a server refused a request, or that none responds. @returns the exit code */
export function refuseRequest(error: unknown, { server, json }: ServerOptions): number {
  const message = messageOf(error, server);
  if (message === undefined) throw error;
  if (json) printJson({ problems: [{ code: 'refused', severity: 'error', path: '', message }] });
  else process.stderr.write(`${message}\n`);
  return EXIT.refused;
}

function messageOf(error: unknown, server: string): string | undefined {
  if (error instanceof ApiError || error instanceof NotFoundOnServer) return error.message;
  // What `fetch` throws when there is no connection.
  if (error instanceof TypeError)
    return `No server responds at ${server}. Start it, or name its address with --server.`;
  return undefined;
}
