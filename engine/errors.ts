import { z } from 'zod';

/** Every way an attempt can fail; `retry.retry_on` names these. docs/rules.md, section 5.1. */
export const FAILURE_KINDS = [
  'timeout',
  'connection_error',
  'http_status',
  'rejected',
  'invalid_params',
  'expression_error',
  'explicit_failure',
  'storage_full',
  'internal',
  'unknown_effect',
  'cancelled',
] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

/** A failure as the journal stores it and as `steps.<id>.error` reads it. */
export const failureSchema = z.object({
  kind: z.enum(FAILURE_KINDS).describe('What kind of failure it is.'),
  message: z.string().describe('What happened, to what, and what to do next.'),
  code: z.string().optional().describe('A code, such as an HTTP status or the error_code of a fail step.'),
  path: z.string().optional().describe('The parameter that caused it, as a path: params.url.'),
  retry_after: z
    .number()
    .optional()
    .describe('The other side asked to be left alone for this long, in seconds.'),
});

export type Failure = z.infer<typeof failureSchema>;

/** Failure of one attempt. Adapters classify; actions rarely throw it themselves. */
export class ActionError extends Error {
  readonly kind: FailureKind;
  readonly code: string | undefined;
  readonly path: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    kind: FailureKind,
    message: string,
    options: { code?: string; path?: string; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ActionError';
    this.kind = kind;
    this.code = options.code;
    this.path = options.path;
    this.retryAfter = options.retryAfter;
  }
}

/** Any thrown value as a stored failure. What is not an `ActionError` is our own fault: `internal`. */
export function toFailure(error: unknown): Failure {
  if (error instanceof ActionError) {
    return {
      kind: error.kind,
      message: error.message,
      ...(error.code === undefined ? {} : { code: error.code }),
      ...(error.path === undefined ? {} : { path: error.path }),
      ...(error.retryAfter === undefined ? {} : { retry_after: error.retryAfter }),
    };
  }
  return { kind: 'internal', message: error instanceof Error ? error.message : String(error) };
}
