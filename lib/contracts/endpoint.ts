import { z } from 'zod';
import type { ErrorCode } from './errors';

/** How much of a JSON body is read. */
export interface BodyLimits {
  readonly bytes: number;
  /** Deepest nesting, the body itself included. */
  readonly levels: number;
  /** Takes the body without `content-type: application/json`, too. @default false */
  readonly anyType?: boolean;
}

/** One operation of the HTTP API. Its route, its client and its reference page derive from this value. */
export interface Endpoint<I extends z.ZodObject = z.ZodObject, A extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Names after a colon are fields of the input. */
  readonly path: `/api/v1/${string}`;
  /** One sentence for the reference page. */
  readonly summary: string;
  /** Everything a request says: fields of the path and of `headers`; the rest are fields of the body, or of the query. */
  readonly input: I;
  /** Names of headers that may carry a field of the input; a header counts before the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** `raw`: the service reads the bytes of the body. @default no body */
  readonly body?: BodyLimits | 'raw' | undefined;
  /** `z.never()` where the answer is not JSON. */
  readonly answer: A;
  /** Media type of the answer. */
  readonly media: string;
  /** What each status of an answer means. */
  readonly statuses: Readonly<Record<number, string>>;
  /** The status of an answer, where there are several. */
  readonly statusOf: (answer: z.output<A>) => number;
  /** Refusals of this operation besides those of every operation. */
  readonly errors: readonly ErrorCode[];
  /** Takes requests from other sites, too: the operation itself checks who calls. */
  readonly fromAnywhere: boolean;
}

/** What a caller passes to an endpoint. */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
/** What a caller gets from an endpoint. */
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>;

type Definition<I extends z.ZodObject, A extends z.ZodType> = Pick<
  Endpoint<I, A>,
  'method' | 'path' | 'summary' | 'answer'
> &
  Partial<Omit<Endpoint<I, A>, 'method' | 'path' | 'summary' | 'answer'>>;

/** Refusals of every operation. */
export const COMMON_ERRORS = ['forbidden', 'internal', 'unavailable'] as const satisfies readonly ErrorCode[];

/** Defines an endpoint. What is left out: no input, no body, a JSON answer with status 200. */
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

/** The fields that a request has in its path; undefined when the path is another one. @throws URIError */
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
