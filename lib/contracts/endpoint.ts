import { z } from 'zod';
import type { ErrorCode } from './errors';

/** Limits of a JSON body. */
export interface BodyLimits {
  readonly bytes: number;
  /** Deepest nesting, including the body itself. */
  readonly levels: number;
  /** Whether the body may have any `content-type`. @default false */
  readonly anyType?: boolean;
}

/** One operation of the HTTP API. Its route, its client and its reference page derive from this value. */
export interface Endpoint<I extends z.ZodObject = z.ZodObject, A extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Names after a colon are fields of the input. */
  readonly path: `/api/v1/${string}`;
  /** One sentence for the reference page. */
  readonly summary: string;
  /** All fields of a request: those of the path and of `headers`; the others are in the body, or in the query. */
  readonly input: I;
  /** Names of headers that may contain a field of the input. A header takes precedence over the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** `raw`: the service reads the bytes of the body. @default no body */
  readonly body?: BodyLimits | 'raw' | undefined;
  /** `z.never()` when the response is not JSON. */
  readonly answer: A;
  /** Media type of the response. */
  readonly media: string;
  /** Meaning of each status of a response. */
  readonly statuses: Readonly<Record<number, string>>;
  /** The status of a response, when there are several. */
  readonly statusOf: (answer: z.output<A>) => number;
  /** Refusals of this operation besides those of every operation. */
  readonly errors: readonly ErrorCode[];
  /** Whether requests from other sites are accepted. The operation then authenticates its callers. */
  readonly fromAnywhere: boolean;
}

/** What a caller passes to an endpoint. */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
/** What an endpoint returns to a caller. */
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>;

type Definition<I extends z.ZodObject, A extends z.ZodType> = Pick<
  Endpoint<I, A>,
  'method' | 'path' | 'summary' | 'answer'
> &
  Partial<Omit<Endpoint<I, A>, 'method' | 'path' | 'summary' | 'answer'>>;

/** Refusals of every operation. */
export const COMMON_ERRORS = ['forbidden', 'internal', 'unavailable'] as const satisfies readonly ErrorCode[];

/** Defines an endpoint. Defaults: no input, no body, a JSON response with status 200. */
export function defineEndpoint<
  A extends z.ZodType,
  I extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(definition: Definition<I, A>): Endpoint<I, A> {
  return {
    // Without an input of its own, `I` is the empty object by default.
    input: z.object({}) as z.ZodObject as I,
    headers: {},
    media: 'application/json',
    statuses: { 200: 'Success.' },
    statusOf: () => 200,
    errors: [],
    fromAnywhere: false,
    ...definition,
  };
}

/** Names of the fields in a path: `/runs/:id/files` has `id`. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** The path of a request: `/runs/:id` with `run_1` is `/runs/run_1`. */
export function fillPath(path: string, input: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])));
}

/** The fields in the path of a request; undefined when the path does not match. @throws URIError */
export function readPath(path: string, pathname: string): Record<string, string> | undefined {
  const wanted = path.split('/');
  const given = pathname.split('/');
  if (wanted.length !== given.length) return undefined;
  const fields: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? '';
    if (part.startsWith(':')) fields[part.slice(1)] = decodeURIComponent(text);
    else if (part !== text) return undefined;
  }
  return fields;
}
