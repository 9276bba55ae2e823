import { channelEndpoints } from '@/lib/contracts/endpoints/channels';
import { serve } from '@/lib/server';
import { configuredChannels } from '@/lib/server/services/channels/configured';

export const dynamic = 'force-dynamic';

export const GET = serve(channelEndpoints.list, (ctx) => configuredChannels(ctx));
