'use client';

import { useCallback, useEffect, useMemo } from 'react';
import { useOptionalLens } from '@/components/run-state/run-context';
import { useRunState } from '@/components/run-state/use-run';
import { type Lineage, lineageOf, parsePlace, type RunState } from '@/engine';
import { selectGraph } from '../model/derived';
import { useDescriptors, useEditor, useSession } from '../use-editor';
import { isSameLights, lightsOf } from './lights';

export interface ShownLineage {
  /** Undefined when the text names no value. */
  readonly lineage: Lineage | undefined;
  /** Whether the values are those of a run. */
  readonly isOfRun: boolean;
}

/** The lineage of a value: in the shown run with its values, and else in the document. */
export function useLineage(value: string, isDirect: boolean): ShownLineage {
  const descriptors = useDescriptors();
  const graph = useEditor(({ document }) => selectGraph(document, descriptors));
  const lens = useOptionalLens();
  const place = useMemo(() => parsePlace(value), [value]);
  const definition = lens?.definition;
  const inRun = useRunState(
    useCallback(
      (state: RunState) => {
        const shown = definition?.graph;
        return place && shown && lineageOf(place, { graph: shown, descriptors, state, isDirect });
      },
      [place, definition, descriptors, isDirect],
    ),
  );
  const written = useMemo(
    () => place && lineageOf(place, { graph, descriptors, isDirect }),
    [place, graph, descriptors, isDirect],
  );
  return { lineage: inRun ?? written, isOfRun: inRun !== undefined };
}

/** Highlights the steps and edges of a lineage on the canvas. */
export function useLights(lineage: Lineage | undefined): void {
  const { lights } = useSession();
  // Cards and edges read the highlights outside React. The values of a run change more often than its steps.
  useEffect(() => {
    const next = lineage && lightsOf(lineage);
    if (next === undefined || !isSameLights(lights.get(), next)) lights.set(next);
  }, [lineage, lights]);
  useEffect(() => () => lights.set(undefined), [lights]);
}
