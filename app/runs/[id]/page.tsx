import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { getApp } from '@/app/server';
import { RunPage as RunDeskPage } from '@/components/desk/run-page';
import { readFocus } from '@/components/run-state/permalink';
import { catalogue } from '@/engine/actions';
import type { RunDetail } from '@/lib/contracts/runs';
import { isServiceError } from '@/lib/server';
import { runActions } from '../run-actions';

/** The title and the page read the same run once. */
const loadRun = cache(async (id: string): Promise<RunDetail> => {
  const app = await getApp();
  try {
    return await app.runs.get({ id });
  } catch (error) {
    if (isServiceError(error) && error.code === 'not_found') notFound();
    throw error;
  }
});

export async function generateMetadata({ params }: PageProps<'/runs/[id]'>): Promise<Metadata> {
  const { id } = await params;
  const run = await loadRun(id);
  return { title: `#${run.number} · ${run.pipelineName}` };
}

/** One run. */
export default async function RunPage({ params, searchParams }: PageProps<'/runs/[id]'>) {
  const [{ id }, query] = await Promise.all([params, searchParams]);
  const detail = await loadRun(id);
  const address = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  return (
    <RunDeskPage
      key={detail.id}
      detail={detail}
      descriptors={catalogue.descriptors.all}
      actions={runActions}
      focus={readFocus(address)}
    />
  );
}
