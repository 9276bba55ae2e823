import { savedSearchEndpoints } from '@/lib/contracts/endpoints/saved-searches';
import { serve } from '@/lib/server';
import { removeSearch } from '@/lib/server/services/searches/remove';
import { changeSearch } from '@/lib/server/services/searches/save';

export const PUT = serve(savedSearchEndpoints.change, changeSearch);

export const DELETE = serve(savedSearchEndpoints.remove, removeSearch);
