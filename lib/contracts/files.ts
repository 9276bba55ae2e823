import { z } from 'zod';
import { wholeNumberText } from './whole-number';

/** A file that an attempt of a run created. */
export const runFileSchema = z.object({
  id: z.string(),
  step: z.string(),
  /** Indexes of its iteration, outermost loop first; empty outside of loops. */
  iteration: z.array(z.int()),
  attempt: z.int(),
  name: z.string(),
  contentType: z.string(),
  /** In bytes. */
  size: z.int(),
  /** SHA-256 of the content, in hex. */
  sha256: z.string(),
  createdAt: z.iso.datetime(),
  /** When its content was deleted; null while it is stored. */
  expiredAt: z.iso.datetime().nullable(),
});
export type RunFile = z.infer<typeof runFileSchema>;

/** Files of a run in order of creation. */
export const runFilesSchema = z.object({
  files: z.array(runFileSchema),
  /** Pass as `after` for the next page; null on the last one. */
  next: z.string().nullable(),
});
export type RunFiles = z.infer<typeof runFilesSchema>;

export const listFilesInput = z.object({
  runId: z.string().min(1).max(100),
  /** Id of the last file of the previous page. */
  after: z.string().max(100).default(''),
  limit: wholeNumberText({ min: 1, max: 1000 }).default(500),
});
