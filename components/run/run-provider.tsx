'use client';

import { type ReactNode, useState } from 'react';
import { RunContext } from '@/components/run-state/run-context';
import { PauseProvider } from './debug/pause-provider';
import { RerunProvider } from './rerun/rerun-provider';
import { createRunMemory, RunMemoryContext } from './run-memory';
import { type LiveRunOptions, useLiveRun } from './use-live-run';

export interface RunProviderProps extends LiveRunOptions {
  children: ReactNode;
}

/** Provides the shown run, if any, to the components below. They stay mounted when a run is opened or left. */
export function RunProvider({ children, ...options }: RunProviderProps) {
  const [memory] = useState(createRunMemory);
  return (
    <RunMemoryContext value={memory}>
      <RunContext value={useLiveRun(options)}>
        <RerunProvider>
          <PauseProvider>{children}</PauseProvider>
        </RerunProvider>
      </RunContext>
    </RunMemoryContext>
  );
}
