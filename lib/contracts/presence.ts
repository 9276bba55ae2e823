import { z } from 'zod';

/** How often a tab reports that a pipeline is open in it. Browsers delay timers of hidden tabs to once a minute. In ms. */
export const PRESENCE_BEAT_MS = 30_000;

/** Time after which a tab that reported nothing counts as closed. In ms. */
export const PRESENCE_ENDS_MS = 100_000;

/** A tab in which a pipeline is open. */
export const openTabSchema = z.object({
  /** Random for each load of a page; it identifies no person. */
  tab: z.string().regex(/^[0-9a-f]{16,64}$/, 'Pass 16 to 64 hexadecimal digits.'),
  /** The selected step; null without one. */
  step: z.string().max(255).nullable(),
});
export type OpenTab = z.infer<typeof openTabSchema>;

/** All tabs in which a pipeline is open. */
export const openTabsSchema = z.object({ tabs: z.array(openTabSchema) });

export const reportPresenceInput = z.strictObject({
  id: z.string().min(1).max(100),
  ...openTabSchema.shape,
  /** Whether the tab was closed or shows something else. */
  left: z.boolean().optional(),
});
