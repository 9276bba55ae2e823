import { pinEndpoints } from '@/lib/contracts/endpoints/pins';
import { serve } from '@/lib/server';
import { listOutputPins } from '@/lib/server/services/runs/output-pins';

export const GET = serve(pinEndpoints.list, listOutputPins);
