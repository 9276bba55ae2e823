import { inspect } from 'node:util';

/** Writes a line to the server's log, for operators. */
export function log(line: string): void {
  process.stderr.write(`${new Date().toISOString()} ${line}\n`);
}

/** Writes an error to the server's log, in full and with its causes. */
export function report(error: unknown, what: string): void {
  process.stderr.write(`${new Date().toISOString()} ${what}: ${inspect(error, { depth: 4 })}\n`);
}
