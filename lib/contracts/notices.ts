import { z } from 'zod';

/** A notice in the inbox. */
export const noticeSchema = z.object({
  id: z.string(),
  title: z.string().nullable(),
  message: z.string(),
  severity: z.enum(['info', 'warning', 'error']),
  priority: z.string().nullable(),
  recipients: z.array(z.string()),
  /** The pipeline with its present name. */
  pipeline: z.object({ id: z.string(), name: z.string() }),
  run: z.object({ id: z.string(), number: z.int() }),
  /** The step that sent it. */
  step: z.string(),
  /** Indexes of its iteration, outermost loop first. */
  iteration: z.array(z.int()),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
});
export type Notice = z.infer<typeof noticeSchema>;

const noticeId = z.string().min(1).max(100);

/** Notices on one page at most. */
const MAX_NOTICE_PAGE = 200;

/** Which notices, newest first. */
export const listNoticesInput = z.object({
  /** `true` leaves out those that were read. */
  unread: z.stringbool().optional(),
  /** `next` of the page before. */
  before: noticeId.optional(),
  limit: z.coerce.number().int().min(1).max(MAX_NOTICE_PAGE).default(50),
});

/** One page of the inbox. */
export const noticePageSchema = z.object({
  notices: z.array(noticeSchema),
  /** What `before` is for the next page; null after the last one. */
  next: z.string().nullable(),
});
export type NoticePage = z.infer<typeof noticePageSchema>;

/** Counting stops here. */
export const MAX_UNREAD = 100;

/** How many notices are unread, at most `MAX_UNREAD`. */
export const unreadSchema = z.object({ unread: z.int() });

/** Marks one notice as read or unread. */
export const markNoticeInput = z.strictObject({ id: noticeId, read: z.boolean() });

/** Marks a notice and all before it as read: those that arrived later stay unread. */
export const markNoticesInput = z.strictObject({ up_to: noticeId });

/** How many notices were changed. */
export const markedSchema = z.object({ marked: z.int() });
