import { z } from 'zod';
import { DIAGNOSTIC_CODES, type Diagnostic } from '@/engine/pipeline/diagnostic';
import { HOLD_REASONS, RUN_STATUSES } from '@/engine/run/state/state';
import type { Answer } from './errors';
import { wholeNumber } from './whole-number';

/** Longest pipeline name. docs/rules.md, section 1. */
export const MAX_NAME_LENGTH = 255;

/** One recent run in a pipeline's strip. */
export const runMarkSchema = z.object({
  id: z.string(),
  number: z.int(),
  status: z.enum(RUN_STATUSES),
  hold: z.enum(HOLD_REASONS).nullable(),
  /** From start to finish; null while it has not finished. */
  durationMs: z.number().nullable(),
  createdAt: z.iso.datetime(),
});
export type RunMark = z.infer<typeof runMarkSchema>;

/** A pipeline in a list. */
export const pipelineSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** The current version: 1 for the first text that was saved. */
  version: z.int(),
  stepCount: z.int(),
  /** Problems that would block a run, as of the last save. */
  problemCount: z.int(),
  updatedAt: z.iso.datetime(),
  /** The last 24 runs, newest first. */
  recentRuns: z.array(runMarkSchema),
});
export type PipelineSummary = z.infer<typeof pipelineSummarySchema>;

/** A pipeline with its current text. */
export const pipelineDetailSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.int(),
  /** Canonical document text. */
  text: z.string(),
  updatedAt: z.iso.datetime(),
});
export type PipelineDetail = z.infer<typeof pipelineDetailSchema>;

const idSchema = z.string().min(1).max(100);
const nameSchema = z.string().trim().min(1, 'Enter a name.').max(MAX_NAME_LENGTH);

export const createPipelineInput = z.strictObject({
  /** @default the document's own name */
  name: nameSchema.optional(),
  /** A document in any accepted form; without it the pipeline starts with no steps. */
  text: z.string().optional(),
});
export type CreatePipelineInput = z.input<typeof createPipelineInput>;

export const savePipelineInput = z.strictObject({
  id: idSchema,
  text: z.string(),
  /** The version the text was edited from. */
  baseVersion: wholeNumber({ min: 1 }),
});
export type SavePipelineInput = z.input<typeof savePipelineInput>;

export const renamePipelineInput = z.strictObject({ id: idSchema, name: nameSchema });

/** A document to check, in any accepted form; nothing is stored. */
export const validatePipelineInput = z.strictObject({ text: z.string() });
export type ValidatePipelineInput = z.input<typeof validatePipelineInput>;

/** A problem in a document. */
const diagnosticSchema = z.object({
  code: z.enum(DIAGNOSTIC_CODES),
  /** Errors block a run, warnings do not. */
  severity: z.enum(['error', 'warning']),
  step: z.string().optional(),
  path: z.string(),
  range: z.object({ start: z.int(), end: z.int() }).optional(),
  message: z.string(),
  hint: z.string().optional(),
}) satisfies z.ZodType<Diagnostic>;

export const validationSchema = z.object({ diagnostics: z.array(diagnosticSchema) });
export type Validation = z.infer<typeof validationSchema>;

export const pipelineIdInput = z.strictObject({ id: idSchema });

/** A pipeline was made: by `createPipeline` or `duplicatePipeline`. */
export type CreateResult = Answer<{ readonly id: string; readonly version: number }>;

/** What is stored after a save. */
export const savedPipelineSchema = z.object({
  version: z.int(),
  /** Canonical text as stored; differs from what was sent only in formatting. */
  text: z.string(),
  updatedAt: z.iso.datetime(),
  /** False when the text was already the current one, so that no version was made. */
  changed: z.boolean(),
});
export type SavedPipeline = z.infer<typeof savedPipelineSchema>;

/** Refused with `conflict` when another tab saved first: `details` then holds a `SaveConflict`. */
export type SaveResult = Answer<SavedPipeline>;

/** The version that was saved meanwhile: `details` of a save's `conflict`. */
export const saveConflictSchema = z.object({
  version: z.int(),
  text: z.string(),
  updatedAt: z.iso.datetime(),
});
export type SaveConflict = z.infer<typeof saveConflictSchema>;
