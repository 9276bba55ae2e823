'use client';

import { useEffect, useState } from 'react';
import { type FormServices, type LastInputs, useFormServices } from './form-context';

interface Found {
  readonly stepId: string;
  /** What found them: another run has other inputs. */
  readonly by: FormServices['lastInputs'];
  readonly inputs: LastInputs | undefined;
}

/** The inputs of the last run of a step; undefined while unknown. Loaded once for each shown step. */
export function useLastInputs(stepId: string | undefined): LastInputs | undefined {
  const { lastInputs } = useFormServices();
  const [found, setFound] = useState<Found>();
  // Loads from the server; a response for a step that is no longer shown is dropped.
  useEffect(() => {
    if (lastInputs === undefined || stepId === undefined) return;
    let gone = false;
    lastInputs(stepId).then(
      (inputs) => {
        if (!gone) setFound({ stepId, by: lastInputs, inputs });
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [lastInputs, stepId]);
  return found?.stepId === stepId && found?.by === lastInputs ? found?.inputs : undefined;
}
