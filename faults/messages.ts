import { z } from 'zod';

const number = { number: z.int() };

/** A request of the harness to a server process. */
export const requestSchema = z.discriminatedUnion('do', [
  z.object({ ...number, do: z.literal('create'), text: z.string() }),
  z.object({ ...number, do: z.literal('start'), pipelineId: z.string() }),
  z.object({ ...number, do: z.literal('cancel'), runId: z.string() }),
]);
export type HarnessRequest = z.infer<typeof requestSchema>;

/** A request without its number. */
export type RequestBody = HarnessRequest extends infer R
  ? R extends HarnessRequest
    ? Omit<R, 'number'>
    : never
  : never;

/** A message of a server process: ready, or the reply to a request. */
export const replySchema = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ number: z.int(), result: z.unknown() }).strict(),
  z.object({ number: z.int(), error: z.string() }),
]);
