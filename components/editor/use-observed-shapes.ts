'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchShapes, shapeKeys } from '@/components/run/queries';
import type { EditorSession } from './session';

/** Reads what the newest runs gave, at first and after each run that is looked at; without it nothing is missing. */
export function useObservedShapes({ pipelineId, observed }: EditorSession): void {
  const { data } = useQuery({
    queryKey: shapeKeys.of(pipelineId),
    queryFn: ({ signal }) => fetchShapes(pipelineId, signal),
    refetchOnWindowFocus: 'always',
  });
  // Checks and completion live outside React and read the session.
  useEffect(() => {
    if (data !== undefined) observed.set(data);
  }, [data, observed]);
}
