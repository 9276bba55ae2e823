import { noticeEndpoints } from '@/lib/contracts/endpoints/notices';
import { serve } from '@/lib/server';
import { markNotice } from '@/lib/server/services/notices/mark';

export const POST = serve(noticeEndpoints.mark, markNotice);
