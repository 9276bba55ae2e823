import { z } from 'zod';

/** Every way a request can be refused, with the HTTP status it answers. */
export const ERROR_STATUS = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unprocessable: 422,
  queue_full: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The codes alone, for choosing words or icons by them. */
export const errorCodeSchema = z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]);

/** A refusal as it crosses the wire: what happened, to what, and what to do next. */
export const errorBodySchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  /** More for programs: diagnostics, the current version. Its shape is named by the operation that answers it. */
  details: z.unknown().optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** What a server action answers: the result itself with `ok: true`, or the refusal. */
export type Answer<T extends object = object> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly error: ErrorBody };
