import type { z } from 'zod';
import type { listNoticesInput, NoticePage } from '@/lib/contracts/notices';
import { listNotices as list } from '../../store/notices';
import type { ServiceContext } from '../context';

/** A page of the inbox, newest first. */
export async function listNotices(
  { sql }: Pick<ServiceContext, 'sql'>,
  { unread = false, before, limit }: z.output<typeof listNoticesInput>,
): Promise<NoticePage> {
  const found = await list(sql, { unread, before, limit: limit + 1 });
  const notices = found.slice(0, limit);
  return { notices, next: found.length > limit ? (notices.at(-1)?.id ?? null) : null };
}
