import { noticeEndpoints } from '@/lib/contracts/endpoints/notices';
import { serve } from '@/lib/server';
import { listNotices } from '@/lib/server/services/notices/list';

export const dynamic = 'force-dynamic';

export const GET = serve(noticeEndpoints.list, listNotices);
