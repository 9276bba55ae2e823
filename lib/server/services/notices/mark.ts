import type { z } from 'zod';
import type { markNoticeInput, markNoticesInput } from '@/lib/contracts/notices';
import { markNotice as mark, markNoticesUpTo } from '../../store/notices';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';

/** Marks a notice as read or unread. @throws NotFound */
export async function markNotice(
  { sql }: Pick<ServiceContext, 'sql'>,
  { id, read }: z.output<typeof markNoticeInput>,
): Promise<{ marked: number }> {
  const marked = await mark(sql, id, read);
  if (marked === undefined) {
    throw new NotFound(
      `The notice ${id} does not exist. It may have been deleted with its run. Reload the inbox.`,
    );
  }
  return { marked };
}

/** Marks a notice and all older ones as read. */
export async function markNotices(
  { sql }: Pick<ServiceContext, 'sql'>,
  input: z.output<typeof markNoticesInput>,
): Promise<{ marked: number }> {
  return { marked: await markNoticesUpTo(sql, input.up_to) };
}
