import { noticeEndpoints } from '@/lib/contracts/endpoints/notices';
import { serve } from '@/lib/server';
import { markNotices } from '@/lib/server/services/notices/mark';

export const POST = serve(noticeEndpoints.markAll, markNotices);
