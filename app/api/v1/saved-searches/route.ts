import { savedSearchEndpoints } from '@/lib/contracts/endpoints/saved-searches';
import { serve } from '@/lib/server';
import { listSearches } from '@/lib/server/services/searches/list';
import { addSearch } from '@/lib/server/services/searches/save';

export const dynamic = 'force-dynamic';

export const GET = serve(savedSearchEndpoints.list, listSearches);

export const POST = serve(savedSearchEndpoints.add, addSearch);
