import type { Metadata } from 'next';
import { getApp } from '@/app/server';
import { asRunStatus } from '@/components/runs/run-choice';
import { RunList } from '@/components/runs/run-list';
import { AppShell } from '@/components/shell/app-shell';
import { TopBar } from '@/components/shell/top-bar';
import { parseSearch } from '@/lib/contracts/run-search/parse';
import { MAX_SEARCH } from '@/lib/contracts/runs';
import { addSearch, changeSearch, removeSearch } from './search-actions';

export const metadata: Metadata = { title: 'Runs' };

const actions = { addSearch, changeSearch, removeSearch };

/** All runs of all pipelines. */
export default async function RunsPage({ searchParams }: PageProps<'/runs'>) {
  const query = await searchParams;
  const choice = {
    status: asRunStatus(query.status),
    pipeline: asText(query.pipeline),
    kept: query.kept === '1',
    search: searchText(query.search),
  };
  const now = new Date().toISOString();
  const app = await getApp();
  const [first, pipelines] = await Promise.all([
    app.runs.list({
      limit: 50,
      kept: choice.kept,
      ...(choice.status === undefined ? {} : { status: choice.status }),
      ...(choice.pipeline === undefined ? {} : { pipeline: choice.pipeline }),
      ...(choice.search === '' ? {} : { search: choice.search }),
    }),
    app.pipelines.list(),
  ]);
  return (
    <AppShell top={<TopBar />}>
      <RunList
        first={first}
        now={now}
        choice={choice}
        pipelines={pipelines.map(({ id, name }) => ({ id, name }))}
        actions={actions}
      />
    </AppShell>
  );
}

/** The search of a URL; none when it is wrong or too long. */
function searchText(value: string | string[] | undefined): string {
  const text = asText(value) ?? '';
  return text.length <= MAX_SEARCH && parseSearch(text, Date.now()).ok ? text : '';
}

/** A query may repeat a name; the first one counts. */
function asText(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  return text || undefined;
}
