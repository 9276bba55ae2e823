import { z } from 'zod';
import { DIAGNOSTIC_CODES, type Diagnostic } from '@/engine/pipeline/diagnostic';
import { runWarningsSchema } from '@/engine/run/state/run-warnings';
import { HOLD_REASONS, RUN_STATUSES } from '@/engine/run/state/state';
import type { Answer } from './errors';
import { organisationSchema } from './pipeline-organisation';
import { wholeNumber } from './whole-number';

/** Longest pipeline name. docs/rules.md, section 1. */
export const MAX_NAME_LENGTH = 255;

/** One recent run in a pipeline's strip. */
export const runMarkSchema = z.object({
  id: z.string(),
  number: z.int(),
  status: z.enum(RUN_STATUSES),
  hold: z.enum(HOLD_REASONS).nullable(),
  /** Present when it waits only for decisions at breakpoints. */
  atBreakpoint: z.literal(true).optional(),
  /** What failed or was skipped in a completed run without failing it; null without any. */
  warnings: runWarningsSchema.nullable(),
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
  ...organisationSchema.shape,
  /** The newest version. */
  version: z.int(),
  /** Number of versions that still exist. */
  versionCount: z.int(),
  stepCount: z.int(),
  /** Problems that would block a run, as of the last save. */
  problemCount: z.int(),
  updatedAt: z.iso.datetime(),
  /** The last 24 runs, newest first. */
  recentRuns: z.array(runMarkSchema),
});
export type PipelineSummary = z.infer<typeof pipelineSummarySchema>;

/** A pipeline with the text of its draft, which is what runs next. */
export const pipelineDetailSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The newest version. */
  version: z.int(),
  /** Whether the draft differs from the newest version in more than positions. */
  edited: z.boolean(),
  /** Revision of the draft; incremented by every write. */
  revision: z.int(),
  /** Canonical document text. */
  text: z.string(),
  updatedAt: z.iso.datetime(),
});
export type PipelineDetail = z.infer<typeof pipelineDetailSchema>;

/** The state of a pipeline's draft without its text, as open tabs follow it. */
export const draftHeadSchema = pipelineDetailSchema.pick({ revision: true, version: true, edited: true });
export type DraftHead = z.infer<typeof draftHeadSchema>;

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

/** How a version was made. `replaced`: of a draft that was overwritten; `autosave`: by an earlier release. */
export const VERSION_ORIGINS = ['run', 'save', 'import', 'api', 'trigger', 'replaced', 'autosave'] as const;
export type VersionOrigin = (typeof VERSION_ORIGINS)[number];

/** Differences of a version from the previous one. */
export const versionChangesSchema = z.object({
  /** Number of steps. */
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
  /** Keys other than `steps` that differ, such as `params`. */
  keys: z.array(z.string()),
});
export type VersionChanges = z.infer<typeof versionChangesSchema>;

/** A version in a list. */
export const versionSummarySchema = z.object({
  version: z.int(),
  origin: z.enum(VERSION_ORIGINS),
  /** The name that a person set. */
  name: z.string().nullable(),
  savedAt: z.iso.datetime(),
  stepCount: z.int(),
  problemCount: z.int(),
  /** Differences from the previous version; null when they are unknown. */
  changes: versionChangesSchema.nullable(),
  /** Number of its runs that still exist. */
  runCount: z.int(),
  /** Its newest runs, newest first. */
  recentRuns: z.array(runMarkSchema),
});
export type VersionSummary = z.infer<typeof versionSummarySchema>;

/** A version with its text. */
export const versionDetailSchema = z.object({
  version: z.int(),
  origin: z.enum(VERSION_ORIGINS),
  name: z.string().nullable(),
  savedAt: z.iso.datetime(),
  /** Canonical document text with its layout. */
  text: z.string(),
  /** The newest older version that still exists; null when there is none. */
  previous: z.int().nullable(),
});
export type VersionDetail = z.infer<typeof versionDetailSchema>;

export const saveDraftInput = z.strictObject({
  id: idSchema,
  text: z.string(),
  /** The revision of the draft that the text was edited from. */
  baseRevision: wholeNumber({ min: 1 }),
  /** Makes a version of the draft that is overwritten, if it has none. */
  keepReplaced: z.boolean().default(false),
});
export type SaveDraftInput = z.input<typeof saveDraftInput>;

export const saveVersionInput = z.strictObject({
  id: idSchema,
  /** The revision of the draft that becomes the version. */
  revision: wholeNumber({ min: 1 }),
  name: nameSchema.optional(),
});

export type SaveVersionInput = z.input<typeof saveVersionInput>;

export const restoreVersionInput = z.strictObject({
  id: idSchema,
  version: wholeNumber({ min: 1 }),
  /** The revision of the draft that is replaced. */
  baseRevision: wholeNumber({ min: 1 }),
});
export type RestoreVersionInput = z.input<typeof restoreVersionInput>;

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

/** A pipeline was created, by `createPipeline` or `duplicatePipeline`. */
export type CreateResult = Answer<{ readonly id: string; readonly version: number }>;

/** The stored pipeline after a save. */
export const savedPipelineSchema = z.object({
  version: z.int(),
  /** Revision of the draft. */
  revision: z.int(),
  /** Canonical text as stored; differs from the sent text only in formatting. */
  text: z.string(),
  updatedAt: z.iso.datetime(),
  /** False when the text differs from the newest version only in positions, so that no version was made. */
  changed: z.boolean(),
});
export type SavedPipeline = z.infer<typeof savedPipelineSchema>;

/** Refused with `conflict` when another tab saved first; `details` is then a `SaveConflict`. */
export type SaveResult = Answer<SavedPipeline>;

/** The draft after a write. */
export const savedDraftSchema = z.object({
  revision: z.int(),
  /** The newest version. */
  version: z.int(),
  /** Whether the draft differs from that version in more than positions. */
  edited: z.boolean(),
  /** Canonical text as stored. */
  text: z.string(),
  updatedAt: z.iso.datetime(),
});
export type SavedDraft = z.infer<typeof savedDraftSchema>;
export type SaveDraftResult = Answer<SavedDraft>;

/** A version was made of the draft; `changed` is false when its text already was one. */
export type SaveVersionResult = Answer<{ readonly version: number; readonly changed: boolean }>;

/** The draft that was saved first: `details` of a `conflict`. */
export const saveConflictSchema = z.object({
  version: z.int(),
  revision: z.int(),
  text: z.string(),
  updatedAt: z.iso.datetime(),
});
export type SaveConflict = z.infer<typeof saveConflictSchema>;
