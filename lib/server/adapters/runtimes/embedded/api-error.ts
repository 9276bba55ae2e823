/** A refused request, in the error format of the OpenAI API. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly param: string | undefined;

  constructor(status: number, code: string, message: string, param?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

/** The body of an error. */
export function errorBody(error: unknown) {
  const known = error instanceof ApiError ? error : undefined;
  return {
    error: {
      message:
        known?.message ?? 'The model failed while it generated the answer. See the log of the replica.',
      type: known !== undefined && known.status < 500 ? 'invalid_request_error' : 'server_error',
      code: known?.code ?? 'internal_error',
      param: known?.param ?? null,
    },
  };
}
