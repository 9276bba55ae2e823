'use client';

import { useEffect, useState } from 'react';
import { type LastInputs, useFormServices } from './form-context';

/** The inputs of the last run of a step; undefined while unknown. Loaded once for each shown step. */
export function useLastInputs(stepId: string | undefined): LastInputs | undefined {
  const { lastInputs } = useFormServices();
  const [found, setFound] = useState<{ stepId: string; inputs: LastInputs | undefined }>();
  // Loads from the server; a response for a step that is no longer shown is dropped.
  useEffect(() => {
    if (lastInputs === undefined || stepId === undefined) return;
    let gone = false;
    lastInputs(stepId).then(
      (inputs) => {
        if (!gone) setFound({ stepId, inputs });
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [lastInputs, stepId]);
  return found?.stepId === stepId ? found?.inputs : undefined;
}
