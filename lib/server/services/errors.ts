import type { ErrorCode } from '@/lib/contracts/errors';

/**
 * Known to every copy of this module: a bundler may give routes another copy than the one that throws, and
 * `instanceof` would then be false.
 */
const BRAND = Symbol.for('pipewright.service-error');

/** A request that is refused: what happened, to what, and what to do next. */
export abstract class ServiceError extends Error {
  abstract readonly code: ErrorCode;
  readonly [BRAND] = true;
  /** More for programs. */
  readonly details: unknown;

  constructor(message: string, options: { details?: unknown; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = new.target.name;
    this.details = options.details;
  }
}

/** True for a refusal, whichever copy of this module made it. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && BRAND in error;
}

/** What was asked for does not exist. */
export class NotFound extends ServiceError {
  override readonly code = 'not_found';
}

/** Somebody else was first, or the thing is no longer in a state for this. */
export class Conflict extends ServiceError {
  override readonly code = 'conflict';
}

/** What was sent cannot be used. */
export class Invalid extends ServiceError {
  override readonly code = 'invalid';
}

/** The caller may not do this. */
export class Forbidden extends ServiceError {
  override readonly code = 'forbidden';
}

/** More was sent than is accepted. */
export class TooLarge extends ServiceError {
  override readonly code = 'too_large';
}

/** As many runs wait to begin as may: later one more fits. */
export class QueueFull extends ServiceError {
  override readonly code = 'queue_full';
}

/** Too little space is free: later there may be more. */
export class StorageFull extends ServiceError {
  override readonly code = 'storage_full';
}

/** The server cannot do it now; later it may. */
export class Unavailable extends ServiceError {
  override readonly code = 'unavailable';
}

/** The caller has not proved who it is. */
export class Unauthorized extends ServiceError {
  override readonly code = 'unauthorized';
}

/** What was sent can be read, but nothing can be made of it. */
export class Unprocessable extends ServiceError {
  override readonly code = 'unprocessable';
}
