import { z } from 'zod';
import { ActionError } from '@/engine';
import type { Http } from '@/engine/ports';
import { type ProviderAccess, providerHeaders, providerRefusal, providerUrl } from './provider-api';

/** Maximum number of pages of a listing. */
const MAX_PAGES = 20;

const entries = z.array(z.object({ id: z.string() }));
const listing = z.union([
  z.object({
    data: entries,
    has_more: z.boolean().optional(),
    last_id: z.string().nullish(),
  }),
  // Together AI returns a bare array.
  entries.transform((data) => ({ data, has_more: false, last_id: null })),
]);

/** Ids of the models that are available with a key. @throws ActionError */
export async function listedModels(
  http: Http,
  access: ProviderAccess,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids: string[] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const url = providerUrl(access, '/models');
    if (after !== undefined) url.searchParams.set('after_id', after);
    const { data, has_more: hasMore, last_id: last } = await readPage(http, { access, url, signal });
    ids.push(...data.map(({ id }) => id));
    if (!hasMore || !last || last === after) return ids;
    after = last;
  }
  return ids;
}

async function readPage(
  http: Http,
  {
    access,
    url,
    signal,
  }: { readonly access: ProviderAccess; readonly url: URL; readonly signal: AbortSignal },
) {
  const { secrets } = access;
  const { status, body } = await http({
    url: url.href,
    method: 'GET',
    headers: { ...providerHeaders(access), accept: 'application/json' },
    signal,
    ...(secrets === undefined ? {} : { secrets }),
  });
  if (status !== 200) throw providerRefusal(url.host, status);
  try {
    return listing.parse(JSON.parse(Buffer.from(body).toString('utf8')));
  } catch (cause) {
    throw new ActionError(
      'rejected',
      `${url.host} did not return a list of models. Check base_url: for most servers it ends with /v1.`,
      { cause },
    );
  }
}
