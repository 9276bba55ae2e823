'use client';

import { type ReactNode, useMemo, useState } from 'react';
import { readDefinition } from '@/components/run-state/definition';
import { moveFocus, NO_FOCUS } from '@/components/run-state/permalink';
import { RunContext, type RunLens } from '@/components/run-state/run-context';
import { createRunStore } from '@/components/run-state/run-store';
import { type ActionDescriptor, indexDescriptors } from '@/engine';
import type { RunFile } from '@/lib/contracts/run-file';
import { createRunMemory, RunMemoryContext } from '../run-memory';
import { WithoutServer } from './without-server';

export interface RunFileProviderProps {
  file: RunFile;
  descriptors: readonly ActionDescriptor[];
  children: ReactNode;
}

/** Provides the run of a file to the components below: read-only, and without the server. */
export function RunFileProvider({ file, descriptors, children }: RunFileProviderProps) {
  const [memory] = useState(createRunMemory);
  const [focus, setFocus] = useState(NO_FOCUS);
  const { run } = file;
  const store = useMemo(() => storeOf(file), [file]);
  const definition = useMemo(
    () => readDefinition(run.documentText, indexDescriptors(descriptors)),
    [run.documentText, descriptors],
  );
  const lens = useMemo<RunLens>(
    () => ({
      runId: run.id,
      store,
      detail: run,
      definition,
      actions: undefined,
      missing: undefined,
      file: { exportedAt: file.exported_at, release: file.release },
      focus,
      setFocus: (change) => setFocus((current) => moveFocus(current, change)),
      openRun: () => {},
      edit: undefined,
      retryNow: () => {},
    }),
    [file, run, store, definition, focus],
  );
  return (
    <WithoutServer>
      <RunMemoryContext value={memory}>
        <RunContext value={lens}>{children}</RunContext>
      </RunMemoryContext>
    </WithoutServer>
  );
}

function storeOf({ events, exported_at: exportedAt }: RunFile) {
  const store = createRunStore({ expectedSeq: events.at(-1)?.seq ?? 1 });
  store.receive(events);
  store.setContact({
    state: 'ended',
    lastUpdateAt: Date.parse(exportedAt),
    problem: undefined,
    skewMs: 0,
  });
  return store;
}
