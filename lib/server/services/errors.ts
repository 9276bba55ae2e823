import type { ErrorCode } from '@/lib/contracts/errors';

/**
 * Known to every copy of this module: a bundler may give routes a different copy than the one that throws, and
 * `instanceof` would then be false.
 */
const BRAND = Symbol.for('pipewright.service-error');

/** A refused request: what failed, why, and what to do next. */
export abstract class ServiceError extends Error {
  abstract readonly code: ErrorCode;
  readonly [BRAND] = true;
  /** Additional data for programs. */
  readonly details: unknown;

  constructor(message: string, options: { details?: unknown; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = new.target.name;
    this.details = options.details;
  }
}

/** True for a refusal of any copy of this module. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && BRAND in error;
}

/** The requested thing does not exist. */
export class NotFound extends ServiceError {
  override readonly code = 'not_found';
}

/** Another change was first, or the state does not allow the request. */
export class Conflict extends ServiceError {
  override readonly code = 'conflict';
}

/** The input is invalid. */
export class Invalid extends ServiceError {
  override readonly code = 'invalid';
}

/** The caller is not allowed to do this. */
export class Forbidden extends ServiceError {
  override readonly code = 'forbidden';
}

/** The input exceeds a limit. */
export class TooLarge extends ServiceError {
  override readonly code = 'too_large';
}

/** The queue is full; a later request may succeed. */
export class QueueFull extends ServiceError {
  override readonly code = 'queue_full';
}

/** Too little disk space is free; a later request may succeed. */
export class StorageFull extends ServiceError {
  override readonly code = 'storage_full';
}

/** The server is temporarily unable to do this. */
export class Unavailable extends ServiceError {
  override readonly code = 'unavailable';
}

/** The caller is not authenticated. */
export class Unauthorized extends ServiceError {
  override readonly code = 'unauthorized';
}

/** The input is valid JSON, but cannot be processed. */
export class Unprocessable extends ServiceError {
  override readonly code = 'unprocessable';
}
