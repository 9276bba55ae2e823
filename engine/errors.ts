import { z } from 'zod';

/** Every kind of failure of an attempt, for `retry.retry_on`. docs/rules.md, section 5.1. */
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
  kind: z.enum(FAILURE_KINDS).describe('Kind of failure.'),
  message: z.string().describe('Error message.'),
  code: z
    .string()
    .optional()
    .describe('Error code, for example an HTTP status or the error_code of a Fail step.'),
  path: z
    .string()
    .optional()
    .describe('Path of the parameter that caused the error, for example params.url.'),
  retry_after: z
    .number()
    .optional()
    .describe('Time that the service asked to wait before the next attempt, in seconds.'),
});

export type Failure = z.infer<typeof failureSchema>;

/** Failure of one attempt. Adapters classify failures; actions rarely throw it. */
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

/** Any thrown value as a stored failure; `internal` when it is not an `ActionError`. */
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
