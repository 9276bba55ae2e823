'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { keyOf, queryFor, readAgain } from '@/client/queries';
import type { PinServices } from '@/components/editor/pins/pin-services';
import type { EditorSession } from '@/components/editor/session';
import { pinEndpoints } from '@/lib/contracts/endpoints/pins';
import { tryEndpoints } from '@/lib/contracts/endpoints/tries';
import type { EditorActions } from './editor-actions';

/** Reads the pinned outputs of the pipeline for its cards, and provides the actions that change them. */
export function usePins(
  { pipelineId, pins }: EditorSession,
  { pinOutput, removePin }: Pick<EditorActions, 'pinOutput' | 'removePin'>,
): PinServices | undefined {
  const queries = useQueryClient();
  const isAvailable = pinOutput !== undefined && removePin !== undefined;
  const { data } = useQuery({
    ...queryFor(pinEndpoints.list, { id: pipelineId }),
    enabled: isAvailable,
    refetchOnWindowFocus: 'always',
  });
  // Cards read the session.
  useEffect(() => {
    if (data !== undefined) pins.set(new Map(data.pins.map((pin) => [pin.step, pin])));
  }, [data, pins]);
  return useMemo(
    () =>
      pinOutput && removePin
        ? {
            pin: pinOutput,
            remove: removePin,
            changed() {
              for (const endpoint of [pinEndpoints.list, pinEndpoints.get, tryEndpoints.plan])
                void readAgain(queries, keyOf(endpoint));
            },
          }
        : undefined,
    [queries, pinOutput, removePin],
  );
}
