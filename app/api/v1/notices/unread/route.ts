import { noticeEndpoints } from '@/lib/contracts/endpoints/notices';
import { serve } from '@/lib/server';
import { countUnread } from '@/lib/server/services/notices/unread';

export const dynamic = 'force-dynamic';

export const GET = serve(noticeEndpoints.unread, (ctx) => countUnread(ctx));
