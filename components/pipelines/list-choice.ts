import {
  type CountPipelinesInput,
  LAST_RUN_STATUSES,
  type LastRunStatus,
  type ListPipelinesInput,
  PIPELINE_SORTS,
  type PipelineSort,
} from '@/lib/contracts/pipeline-list';

/** Which pipelines are listed, and in which order. */
export interface ListChoice {
  /** Words of the name or the description. */
  readonly query: string;
  /** Of the newest run. */
  readonly status: LastRunStatus | undefined;
  readonly folder: string | undefined;
  readonly tag: string | undefined;
  readonly sort: PipelineSort;
}

export const EVERYTHING: ListChoice = {
  query: '',
  status: undefined,
  folder: undefined,
  tag: undefined,
  sort: 'changed',
};

/** Number of pipelines on a page of the list. */
const PAGE = 100;

/** Reads the choice from the query of a URL; anything unknown is ignored. */
export function choiceIn(query: (name: string) => string | undefined): ListChoice {
  return {
    query: query('q') ?? '',
    status: LAST_RUN_STATUSES.find((status) => status === query('status')),
    folder: query('folder') || undefined,
    tag: query('tag') || undefined,
    sort: PIPELINE_SORTS.find((sort) => sort === query('sort')) ?? EVERYTHING.sort,
  };
}

/** The choice as the query of a URL: empty, or starting with `?`. */
export function addressOf({ query, status, folder, tag, sort }: ListChoice): string {
  const address = new URLSearchParams();
  if (query.trim()) address.set('q', query.trim());
  if (status) address.set('status', status);
  if (folder) address.set('folder', folder);
  if (tag) address.set('tag', tag);
  if (sort !== EVERYTHING.sort) address.set('sort', sort);
  return address.size > 0 ? `?${address}` : '';
}

/** Whether some pipelines are left out. */
export function isNarrowed(choice: ListChoice): boolean {
  return addressOf({ ...choice, sort: EVERYTHING.sort }) !== '';
}

/** The request for the counts of a choice. */
export function countInputOf({ query, folder, tag }: ListChoice): CountPipelinesInput {
  return {
    ...(query.trim() ? { q: query.trim() } : {}),
    ...(folder === undefined ? {} : { folder }),
    ...(tag === undefined ? {} : { tag }),
  };
}

/** The request for the pages of a choice. */
export function listInputOf(choice: ListChoice): ListPipelinesInput {
  const { status, sort } = choice;
  return { ...countInputOf(choice), ...(status === undefined ? {} : { status }), sort, limit: PAGE };
}
