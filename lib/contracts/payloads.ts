import { z } from 'zod';
import { wholeNumberText } from './whole-number';

/** Largest part of a large value that is sent as a whole, in bytes of JSON. */
export const MAX_PART_BYTES = 1_000_000;

/** Most entries in a page. */
export const MAX_ENTRIES = 200;

/** Characters of a text that are sent with its entry. */
export const SHOWN_CHARACTERS = 240;

/** Most matches in one answer of a search. */
export const MAX_MATCHES = 100;

/** Positions of the entries that lead to a part, from the whole value: `0.41.2`; empty for the whole value. */
const place = z
  .string()
  .max(1000)
  .regex(/^(?:\d{1,10}(?:\.\d{1,10})*)?$/, 'must be indexes separated by dots, such as 0.41.2')
  .default('');

const stored = { id: z.string().min(1).max(100), hash: z.string().min(1).max(100) };
const name = z.union([z.string(), z.int()]);

export const payloadPartInput = z.object({ ...stored, at: place });

export const payloadEntriesInput = z.object({
  ...stored,
  at: place,
  /** Position of the first entry of the page. */
  from: wholeNumberText({ min: 0 }).default(0),
  limit: wholeNumberText({ min: 1, max: MAX_ENTRIES }).default(MAX_ENTRIES),
});

const entrySchema = z.object({
  /** Key, or position in a list. */
  name,
  type: z.enum(['object', 'array', 'string', 'number', 'boolean', 'null']),
  /** Entries of an object or list; characters of a text of which only the beginning is sent. */
  size: z.int().nullable(),
  /** Length as JSON text, in bytes. */
  bytes: z.int(),
  /** The scalar, or the beginning of a text; null for objects and lists. */
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  /** Whether `value` is only the beginning. */
  isCut: z.boolean(),
});
export type PayloadEntry = z.infer<typeof entrySchema>;

/** A page of the entries of a part. */
export const payloadEntriesSchema = z.object({
  type: entrySchema.shape.type,
  /** Number of all entries of the part. */
  count: z.int(),
  entries: z.array(entrySchema),
});
export type PayloadEntries = z.infer<typeof payloadEntriesSchema>;

export const payloadSearchInput = z.object({
  ...stored,
  text: z.string().trim().min(1).max(200),
  /** `next` of the answer before. */
  after: wholeNumberText({ min: 0 }).default(0),
});

export const payloadSearchSchema = z.object({
  /** In the order of the value. */
  matches: z.array(z.object({ at: z.array(z.int()), path: z.array(name) })),
  /** Pass as `after` to search the next section; null after the last one. */
  next: z.int().nullable(),
});
export type PayloadMatch = z.infer<typeof payloadSearchSchema>['matches'][number];
