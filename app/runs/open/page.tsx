import type { Metadata } from 'next';
import { createPipeline } from '@/app/pipelines/actions';
import { RunFilePage } from '@/components/desk/run-file-page';
import { catalogue } from '@/engine/actions';

export const metadata: Metadata = { title: 'Open run file' };

/** Shows a run from a file. */
export default function OpenRunPage() {
  return <RunFilePage descriptors={catalogue.descriptors.all} createPipeline={createPipeline} />;
}
