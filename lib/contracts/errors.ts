import { z } from 'zod';

/** Every code of a refused request, with its HTTP status. */
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

/** The codes, for choosing texts or icons. */
export const errorCodeSchema = z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]);

/** The body of a refusal: what happened, to what, and what to do next. */
export const errorBodySchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  /** Details for programs: diagnostics, the current version. The operation documents their shape. */
  details: z.unknown().optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** The result of a server action: the result itself with `ok: true`, or the refusal. */
export type Answer<T extends object = object> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly error: ErrorBody };
