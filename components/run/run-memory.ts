'use client';

import { createContext, use, useState, useSyncExternalStore } from 'react';
import { createObservable, type Observable, patch } from '@/components/ui/observable';
import { ALL_LOGS, type LogFilter } from './logs/log-lines';

/** What panels of a run remember when it is left, for the next one. */
export interface RunMemory {
  /** A step is left out: another run may not have it. */
  readonly logs: Pick<LogFilter, 'level' | 'needle'>;
}

/** Makes an empty memory. */
export function createRunMemory(): Observable<RunMemory> {
  const { level, needle } = ALL_LOGS;
  return createObservable<RunMemory>({ logs: { level, needle } });
}

/** Carries the memory down from `RunProvider`. */
export const RunMemoryContext = createContext<Observable<RunMemory> | undefined>(undefined);

/** Which log lines of the run are shown, and how to change that. */
export function useLogFilter(): readonly [LogFilter, (filter: LogFilter) => void] {
  const [own] = useState(createRunMemory);
  const memory = use(RunMemoryContext) ?? own;
  const { logs } = useSyncExternalStore(memory.subscribe, memory.get, memory.get);
  const [step, setStep] = useState<string>();
  const change = ({ step: chosen, ...next }: LogFilter) => {
    setStep(chosen);
    patch(memory, { logs: next });
  };
  return [{ ...logs, step }, change];
}
