import { historyEndpoints } from '@/lib/contracts/endpoints/history';
import { serve } from '@/lib/server';
import { figuresOfHistory } from '@/lib/server/services/runs/history-figures';

export const GET = serve(historyEndpoints.figures, figuresOfHistory);
