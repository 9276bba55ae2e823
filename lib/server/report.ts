import { inspect } from 'node:util';

/** Tells the server's log what an operator should know. */
export function tell(line: string): void {
  process.stderr.write(`${new Date().toISOString()} ${line}\n`);
}

/** Tells the server's log of an error that is nobody's answer, whole and with its causes. */
export function report(error: unknown, what: string): void {
  process.stderr.write(`${new Date().toISOString()} ${what}: ${inspect(error, { depth: 4 })}\n`);
}
