'use client';

import { BreakpointsSection } from '@/components/editor/breakpoints/breakpoints-section';
import { RunsPanel } from '@/components/run/runs-panel';
import { useDesk } from './desk-context';

/** The runs of the pipeline on the desk, and the breakpoints at which they pause. */
export function RunsTab() {
  const { session, openRun } = useDesk();
  return (
    <>
      <RunsPanel pipelineId={session.pipelineId} onOpen={openRun} />
      <BreakpointsSection />
    </>
  );
}
