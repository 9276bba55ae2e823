'use client';

import { createContext, use } from 'react';
import type { EditorSession } from '@/components/editor/session';

/** The mode of the desk: editing a pipeline, showing a run of it, or a run on its own page. */
export type DeskMode = 'edit' | 'run' | 'read-only run' | 'run file';

/** The state of the desk, for its parts. */
export interface DeskValue {
  readonly mode: DeskMode;
  /** The document on the canvas: the pipeline, or the definition of the run. */
  readonly session: EditorSession;
  openRun(runId: string): void;
}

/** Set by `Desk`. */
export const DeskContext = createContext<DeskValue | undefined>(undefined);

/** The desk. @throws Error outside a `Desk` */
export function useDesk(): DeskValue {
  const desk = use(DeskContext);
  if (desk === undefined) throw new Error('useDesk needs a Desk above it.');
  return desk;
}
