'use client';

import { useEffect } from 'react';
import { Count } from '@/components/ui/count';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useObservable, useSession } from '../use-editor';
import { readTestRuns } from './model/test-runs';

/** The number of tests whose last run failed, beside the title of the tab. */
export function TestCount() {
  const { testRuns, pipelineId } = useSession();
  const failed = useObservable(
    testRuns,
    (runs) => [...runs.values()].filter(({ result }) => !result.passed).length,
  );
  // The storage of this browser, which the server does not have.
  useEffect(() => {
    if (testRuns.get().size === 0) testRuns.set(readTestRuns(pipelineId));
  }, [testRuns, pipelineId]);
  if (failed === 0) return null;
  return (
    <>
      <Count value={failed} status="failed" />
      <VisuallyHidden>failed</VisuallyHidden>
    </>
  );
}
