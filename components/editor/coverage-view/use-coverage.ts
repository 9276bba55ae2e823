'use client';

import { type Query, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keyOf, queryFor } from '@/client/queries';
import { useSettled } from '@/components/ui/use-time';
import { testEndpoints } from '@/lib/contracts/endpoints/pipeline-tests';
import type { CoverageRecord } from '@/lib/contracts/pipeline-tests';
import { coverageQuery } from '../model/coverage';
import { useEditor, useObservable, useSession } from '../use-editor';

/** Time without edits after which the coverage of tests and runs is counted again, in ms. */
const PAUSE_MS = 1000;

/** What the canvas knows of the chosen coverage. */
export interface CoverageReading {
  /** Undefined until it is counted. */
  readonly counts: CoverageRecord | undefined;
  /** Why it could not be counted. */
  readonly problem: string | undefined;
}

/** Counts the chosen coverage for the saved draft, and again after an edit was saved. The canvas draws it. */
export function useCoverage(): CoverageReading {
  const { coverage, covered, pipelineId, readOnly } = useSession();
  const choice = useObservable(coverage, (value) => value);
  const revision = useSettled(
    useEditor(({ save }) => save.revision),
    PAUSE_MS,
  );
  const query = readOnly ? undefined : coverageQuery(choice);
  const input = { id: pipelineId, ...query };
  const { data, error } = useQuery({
    ...queryFor(testEndpoints.coverage, input),
    queryKey: [...keyOf(testEndpoints.coverage, input), revision],
    enabled: query !== undefined,
    refetchOnWindowFocus: 'always',
    retry: false,
    // The last counts stay on the canvas while those after an edit are read.
    placeholderData: (last: CoverageRecord | undefined, before: Query<CoverageRecord> | undefined) =>
      isSame(before?.queryKey[3], input) ? last : undefined,
  });
  const counts = query === undefined ? undefined : data;
  const by = query?.by;
  // The canvas is drawn from the session, outside React Query.
  useEffect(() => {
    covered.set(counts === undefined || by === undefined || counts.of === 0 ? undefined : { ...counts, by });
  }, [covered, counts, by]);
  return { counts, problem: error?.message };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
