import { historyEndpoints } from '@/lib/contracts/endpoints/history';
import { serve } from '@/lib/server';
import { listHistory } from '@/lib/server/services/runs/history';

export const GET = serve(historyEndpoints.history, listHistory);
