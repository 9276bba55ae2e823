import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { createPipeline } from '@/app/pipelines/actions';
import { getApp } from '@/app/server';
import { ActionFrame } from '@/components/actions/action-frame';
import { ActionPage } from '@/components/actions/action-page';
import { actionHref, catalogueEntries } from '@/components/actions/entry';
import { catalogue } from '@/engine/actions';
import { actionDoc } from '@/lib/docs/action-doc';

async function loadAction(type: string) {
  await getApp();
  return catalogue.descriptors.find(type) ?? notFound();
}

export async function generateMetadata({ params }: PageProps<'/actions/[type]'>): Promise<Metadata> {
  const { title } = await loadAction((await params).type);
  return { title };
}

/** The reference page of one action. An alias redirects to the action's own page. */
export default async function ActionReferencePage({ params, searchParams }: PageProps<'/actions/[type]'>) {
  const [{ type }, { name }] = await Promise.all([params, searchParams]);
  const found = await loadAction(type);
  if (found.type !== type) redirect(`${actionHref(found.type)}?name=${encodeURIComponent(type)}`);
  const alias = found.aliases.find((each) => each === name);
  return (
    <ActionFrame title={found.title} entries={catalogueEntries(catalogue.descriptors.all)} current={type}>
      <ActionPage doc={actionDoc(found)} alias={alias} createPipeline={createPipeline} />
    </ActionFrame>
  );
}
