import { DrizzleQueryError } from 'drizzle-orm/errors';

/** DATABASE_URL cannot be used; the message says what to correct. */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError';
  /** Code of the driver or of PostgreSQL, which tells whether the database may respond later. */
  readonly code: string;
  /** The message of the driver. */
  readonly reason: string;

  constructor(message: string, { code, cause }: { readonly code: string; readonly cause: Error }) {
    super(message, { cause });
    this.code = code;
    this.reason = cause.message;
  }
}

/** What to correct, by codes of PostgreSQL (appendix A), of postgres.js and of Node. */
const ADVICE: readonly (readonly [codes: readonly string[], problem: string, advice: string])[] = [
  [['28P01', '28000'], 'rejected the login', 'Correct the user and password in DATABASE_URL.'],
  [['3D000'], 'does not exist', 'Create the database, or correct its name in DATABASE_URL.'],
  [['53300'], 'has no free connection', 'Close other connections, or raise max_connections.'],
  [['57P03'], 'is starting up', 'Try again in a moment.'],
  [['ENOTFOUND', 'EAI_AGAIN'], 'cannot be found', 'Correct the host in DATABASE_URL.'],
  [
    ['CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH'],
    'does not respond',
    'Start the database, or correct the host and port in DATABASE_URL.',
  ],
];

/** A failure to open DATABASE_URL with the problem and what to correct; returns other errors unchanged. */
export function explainOpening(error: unknown, where: string): unknown {
  const code = codeOf(error);
  const known = ADVICE.find(([codes]) => code !== undefined && codes.includes(code));
  if (!(error instanceof Error) || code === undefined || !known) return error;
  const [, problem, advice] = known;
  return new DatabaseUrlError(`${where} ${problem} (${error.message}). ${advice}`, { code, cause: error });
}

/** The error of PostgreSQL without the text of the statement, which drizzle adds. */
export function withoutStatement(error: unknown): unknown {
  return error instanceof DrizzleQueryError && error.cause ? error.cause : error;
}

/** Whether PostgreSQL rejected a statement, as opposed to lost connections and damaged files. Appendix A. */
export function isRejected(error: unknown): error is Error {
  const code = codeOf(error);
  return code !== undefined && /^(?!08|57|58|XX)[0-9A-Z]{5}$/.test(code) && error instanceof Error;
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
