'use client';

import { useEffect, useState } from 'react';
import { type FormServices, type LastInputs, useFormServices } from './form-context';

interface Found {
  readonly stepId: string;
  readonly of: 'step' | 'iteration';
  /** What found them: another run has other inputs. */
  readonly by: FormServices['lastInputs'];
  readonly inputs: LastInputs | undefined;
}

/** The inputs of a step, or of one of its iterations, in the chosen run; undefined while unknown. */
export function useLastInputs(
  stepId: string | undefined,
  of: 'step' | 'iteration' = 'step',
): LastInputs | undefined {
  const { lastInputs } = useFormServices();
  const [found, setFound] = useState<Found>();
  // Loads from the server; a response for a step that is no longer shown is dropped.
  useEffect(() => {
    if (lastInputs === undefined || stepId === undefined) return;
    let gone = false;
    lastInputs(stepId, of).then(
      (inputs) => {
        if (!gone) setFound({ stepId, of, by: lastInputs, inputs });
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [lastInputs, stepId, of]);
  const isCurrent = found?.stepId === stepId && found?.of === of && found?.by === lastInputs;
  return isCurrent ? found?.inputs : undefined;
}
