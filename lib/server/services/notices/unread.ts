import { MAX_UNREAD } from '@/lib/contracts/notices';
import { countUnread as count } from '../../store/notices';
import type { ServiceContext } from '../context';

/** How many notices are unread. */
export async function countUnread({ sql }: Pick<ServiceContext, 'sql'>): Promise<{ unread: number }> {
  return { unread: await count(sql, MAX_UNREAD) };
}
