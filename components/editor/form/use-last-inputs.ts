'use client';

import { useEffect, useState } from 'react';
import { type LastInputs, useFormServices } from './form-services';

/** What a step was given when it last ran; undefined while unknown. Asked for once for each step that is shown. */
export function useLastInputs(stepId: string | undefined): LastInputs | undefined {
  const { lastInputs } = useFormServices();
  const [found, setFound] = useState<{ stepId: string; inputs: LastInputs | undefined }>();
  // Asks the server; an answer for a step that is no longer shown is dropped.
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
