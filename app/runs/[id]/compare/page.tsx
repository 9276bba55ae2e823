import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getApp } from '@/app/server';
import { RunDiffPage } from '@/components/run-diff/run-diff-page';
import { runPath } from '@/components/run-state/permalink';
import { AppShell } from '@/components/shell/app-shell';
import { TopBar } from '@/components/shell/top-bar';
import type { RunDetail, RunSummary } from '@/lib/contracts/runs';
import { type App, isServiceError } from '@/lib/server';

export const metadata: Metadata = { title: 'Compare runs' };

async function loadRun(app: App, id: string): Promise<RunDetail> {
  try {
    return await app.runs.get({ id });
  } catch (error) {
    if (isServiceError(error) && error.code === 'not_found') notFound();
    throw error;
  }
}

/** What differs between a run and another run of its pipeline: the one that it repeats, or else the one before it. */
export default async function ComparePage({ params, searchParams }: PageProps<'/runs/[id]/compare'>) {
  const [{ id }, { base: wanted }] = [await params, await searchParams];
  const app = await getApp();
  const run = await loadRun(app, id);
  const recent = await app.runs.list({ pipeline: run.pipelineId, limit: 100 });
  const others = recent.runs.filter((other) => other.id !== run.id);
  const chosen = typeof wanted === 'string' ? await loadRun(app, wanted) : usualBase(run, others);
  const listed = chosen === undefined || others.some(({ id: each }) => each === chosen.id);
  return (
    <AppShell
      top={
        <TopBar
          crumbs={[
            { label: 'Runs', href: '/runs' },
            { label: `#${run.number}`, href: runPath(run.id) },
            { label: 'Compare' },
          ]}
        />
      }
    >
      <RunDiffPage run={run} base={chosen} others={listed ? others : [chosen, ...others]} />
    </AppShell>
  );
}

function usualBase(run: RunDetail, others: readonly RunSummary[]): RunSummary | undefined {
  return (
    others.find(({ id }) => id === run.parentRunId) ??
    others.find(({ number }) => number < run.number) ??
    others[0]
  );
}
