import { z } from 'zod';
import { wholeNumberText } from './whole-number';

/** A file that an attempt of a run made. */
export const runFileSchema = z.object({
  id: z.string(),
  step: z.string(),
  /** Which iteration of which loops; empty outside of them. */
  iteration: z.array(z.int()),
  attempt: z.int(),
  name: z.string(),
  contentType: z.string(),
  /** In bytes. */
  size: z.int(),
  /** Of the content, in hex. */
  sha256: z.string(),
  createdAt: z.iso.datetime(),
  /** Since when its content is no longer kept; null while it is. */
  expiredAt: z.iso.datetime().nullable(),
});
export type RunFile = z.infer<typeof runFileSchema>;

/** Files of a run in the order in which they were made. */
export const runFilesSchema = z.object({
  files: z.array(runFileSchema),
  /** Pass as `after` for more; null when these are all. */
  next: z.string().nullable(),
});
export type RunFiles = z.infer<typeof runFilesSchema>;

export const listFilesInput = z.object({
  runId: z.string().min(1).max(100),
  /** Id of the last file of what was read before. */
  after: z.string().max(100).default(''),
  limit: wholeNumberText({ min: 1, max: 1000 }).default(500),
});
export type ListFilesInput = z.input<typeof listFilesInput>;
