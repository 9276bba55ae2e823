'use client';

import { createContext, use } from 'react';
import type { EditorSession } from '@/components/editor/session';

/** What the desk is for: a pipeline that is edited, a run of it, or a run on a page of its own. */
export type DeskMode = 'edit' | 'run' | 'read-only run';

/** The desk as its parts see it. */
export interface DeskValue {
  readonly mode: DeskMode;
  /** The document on the canvas: the pipeline, or the definition of the run. */
  readonly session: EditorSession;
  openRun(runId: string): void;
}

/** Carries the desk down to its parts. */
export const DeskContext = createContext<DeskValue | undefined>(undefined);

/** The desk. @throws Error outside a `Desk` */
export function useDesk(): DeskValue {
  const desk = use(DeskContext);
  if (desk === undefined) throw new Error('useDesk needs a Desk above it.');
  return desk;
}
