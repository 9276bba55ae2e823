import { triggerEndpoints } from '@/lib/contracts/endpoints/triggers';
import { answerHook, serve } from '@/lib/server';

export const dynamic = 'force-dynamic';

export const POST = serve(triggerEndpoints.receive, answerHook);
