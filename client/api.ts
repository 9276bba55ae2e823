import { type AnswerOf, type Endpoint, fillPath, type InputOf, pathNames } from '@/lib/contracts/endpoint';
import { type ErrorCode, errorBodySchema } from '@/lib/contracts/errors';

/** A request that the server refused or could not process. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Undefined when the response is not from Pipewright. */
  readonly code: ErrorCode | undefined;
  /** Additional data for programs. */
  readonly details: unknown;

  constructor(message: string, { status, code, details }: Pick<ApiError, 'status' | 'code' | 'details'>) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** The URL of an endpoint, with path and query. */
export function urlOf<E extends Endpoint>(endpoint: E, input: InputOf<E>): string {
  const query = endpoint.body === undefined ? queryOf(fieldsOf(endpoint, input)) : '';
  return `${fillPath(endpoint.path, input)}${query}`;
}

/** Calls an endpoint whose answer is JSON. @throws ApiError with the server's own message */
export function callApi<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<AnswerOf<E>> {
  return callServer('', endpoint, input, signal);
}

/** As `callApi`, for programs outside a browser. @param server its address: `http://localhost:3000` */
export async function callServer<E extends Endpoint>(
  server: string,
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<AnswerOf<E>> {
  const { method, body } = endpoint;
  const response = await fetch(`${server}${urlOf(endpoint, input)}`, {
    method,
    headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(Object.fromEntries(fieldsOf(endpoint, input))) } : {}),
    ...(signal ? { signal } : {}),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusalOf(response.status, answer);
  // The schema of the endpoint determines its answer; TypeScript cannot infer that for a generic.
  return endpoint.answer.parse(answer) as AnswerOf<E>;
}

/** Fields that are not in the path. */
function fieldsOf({ path }: Endpoint, input: object): [name: string, value: unknown][] {
  const names = new Set(pathNames(path));
  return Object.entries(input).filter(([name, value]) => !names.has(name) && value !== undefined);
}

function queryOf(fields: readonly [name: string, value: unknown][]): string {
  const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? '' : `?${query}`;
}

function refusalOf(status: number, answer: unknown): ApiError {
  const known = errorBodySchema.safeParse(answer);
  if (!known.success) {
    return new ApiError(`The server returned status ${status}. Try again.`, {
      status,
      code: undefined,
      details: undefined,
    });
  }
  const { message, code, details } = known.data;
  return new ApiError(message, { status, code, details });
}
