'use server';

import type { Answer } from '@/lib/contracts/errors';
import { markNoticeInput, markNoticesInput } from '@/lib/contracts/notices';
import { guard } from '../server';

/** Marks a notice as read or unread. */
export async function markNotice(id: string, read: boolean): Promise<Answer<{ marked: number }>> {
  return guard((app) => app.notices.mark(markNoticeInput.parse({ id, read })));
}

/** Marks a notice and all older ones as read. */
export async function markNotices(upTo: string): Promise<Answer<{ marked: number }>> {
  return guard((app) => app.notices.markAll(markNoticesInput.parse({ up_to: upTo })));
}
