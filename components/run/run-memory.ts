'use client';

import { createContext, use, useState, useSyncExternalStore } from 'react';
import { createObservable, type Observable, patch } from '@/components/ui/observable';
import { ALL_LOGS, type LogFilter } from './logs/log-lines';

/** State of the panels of a run that is kept for the next run. */
export interface RunMemory {
  /** Without the step, which another run may not have. */
  readonly logs: Pick<LogFilter, 'level' | 'needle'>;
}

export function createRunMemory(): Observable<RunMemory> {
  const { level, needle } = ALL_LOGS;
  return createObservable<RunMemory>({ logs: { level, needle } });
}

/** Set by `RunProvider`. */
export const RunMemoryContext = createContext<Observable<RunMemory> | undefined>(undefined);

/** The filter of the run's log lines, and its setter. */
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
