'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keyOf, queryFor, readAgain, storeAnswer } from '@/client/queries';
import { testEndpoints } from '@/lib/contracts/endpoints/pipeline-tests';
import type { SavedTest, TestSummary } from '@/lib/contracts/pipeline-tests';
import { useSession } from '../use-editor';

/** The tests of the open pipeline, by name. */
export function useTests() {
  const { pipelineId } = useSession();
  return useQuery({
    ...queryFor(testEndpoints.list, { id: pipelineId }),
    select: testsOf,
    // A run may have been saved as a test elsewhere.
    refetchOnWindowFocus: 'always',
  });
}

function testsOf({ tests }: { tests: readonly TestSummary[] }) {
  return tests;
}

/** One test with its content. */
export function useTest(test: string) {
  const { pipelineId } = useSession();
  return useQuery({
    ...queryFor(testEndpoints.get, { id: pipelineId, test }),
    refetchOnWindowFocus: 'always',
    retry: false,
  });
}

/** Reads the tests again after a change; what is known of a saved test is shown at once. */
export function useTestsChanged(): (saved?: SavedTest) => void {
  const queries = useQueryClient();
  const { pipelineId } = useSession();
  return useCallback(
    (saved) => {
      if (saved !== undefined) {
        const { notes: _, ...answer } = saved;
        storeAnswer(queries, {
          ...{ endpoint: testEndpoints.get, input: { id: pipelineId, test: saved.id }, answer },
        });
      }
      void readAgain(queries, keyOf(testEndpoints.list, { id: pipelineId }));
      void readAgain(queries, keyOf(testEndpoints.coverage, { id: pipelineId, by: 'tests' }));
    },
    [queries, pipelineId],
  );
}
