import { triggerEndpoints } from '@/lib/contracts/endpoints/triggers';
import { serve } from '@/lib/server';
import { previewSchedule } from '@/lib/server/services/triggers/preview';

export const dynamic = 'force-dynamic';

export const POST = serve(triggerEndpoints.preview, previewSchedule);
