'use client';

import { RunsPanel } from '@/components/run/runs-panel';
import { useDesk } from './desk-context';

/** The runs of the pipeline on the desk. */
export function RunsTab() {
  const { session, openRun } = useDesk();
  return <RunsPanel pipelineId={session.pipelineId} onOpen={openRun} />;
}
