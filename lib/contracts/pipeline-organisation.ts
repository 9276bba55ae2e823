import { z } from 'zod';

/** Longest name of a folder or tag, in characters. */
export const MAX_LABEL_LENGTH = 60;

/** Largest number of tags of a pipeline. */
export const MAX_TAGS = 20;

const longest = (what: string) => `${what} may have at most ${MAX_LABEL_LENGTH} characters.`;

export const folderSchema = z
  .string()
  .trim()
  .min(1, 'Enter a folder.')
  .max(MAX_LABEL_LENGTH, longest('A folder'));

export const tagSchema = z
  .string()
  .trim()
  .min(1, 'Enter a tag.')
  .max(MAX_LABEL_LENGTH, longest('A tag'))
  .refine((tag) => !tag.includes(','), 'A tag must not contain a comma.');

/** Where the list shows a pipeline. Not part of its document: versions and exports do not have it. */
export const organisationSchema = z.object({
  /** Null when the pipeline is in no folder. */
  folder: z.string().nullable(),
  /** Without duplicates, in the order of the author. */
  tags: z.array(z.string()),
  /** Whether the pipeline is listed before all others. */
  pinned: z.boolean(),
});
export type Organisation = z.infer<typeof organisationSchema>;

/** A change of the organisation; fields that are left out keep their values. */
export const organisePipelineInput = z.strictObject({
  id: z.string().min(1).max(100),
  folder: folderSchema.nullable().optional(),
  tags: z
    .array(tagSchema)
    .max(MAX_TAGS, `A pipeline may have at most ${MAX_TAGS} tags.`)
    .transform((tags) => [...new Set(tags)])
    .optional(),
  pinned: z.boolean().optional(),
});
export type OrganisePipelineInput = z.input<typeof organisePipelineInput>;
