import { z } from 'zod';

const number = { number: z.int() };

/** What the harness may ask of a server process. */
export const orderSchema = z.discriminatedUnion('do', [
  z.object({ ...number, do: z.literal('create'), text: z.string() }),
  z.object({ ...number, do: z.literal('start'), pipelineId: z.string() }),
  z.object({ ...number, do: z.literal('cancel'), runId: z.string() }),
]);
export type Order = z.infer<typeof orderSchema>;

/** An order before it has a number. */
export type OrderBody = Order extends infer O ? (O extends Order ? Omit<O, 'number'> : never) : never;

/** What a server process says: that it is there, or what became of an order. */
export const replySchema = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ number: z.int(), result: z.unknown() }).strict(),
  z.object({ number: z.int(), error: z.string() }),
]);
