'use client';

import { useRef, useState } from 'react';
import type { JsonObject } from '@/engine';
import type { TryFunctionAnswer } from '@/lib/contracts/functions';
import { useFormServices } from './form-context';

/** The state of a trial. `tried` is its text, to recognise results of an older text. */
export type Trial =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly tried: string }
  | { readonly state: 'answered'; readonly tried: string; readonly answer: TryFunctionAnswer };

const AWAY: TryFunctionAnswer = { status: 'failed', message: 'The server cannot be reached. Try again.' };

/** Tries a function on data of the last run. Undefined without a server. */
export function useTryFunction(
  stepId: string | undefined,
): { trial: Trial; run: (params: JsonObject, text: string) => void } | undefined {
  const { tryFunction } = useFormServices();
  const [trial, setTrial] = useState<Trial>({ state: 'idle' });
  const newest = useRef(0);
  if (tryFunction === undefined || stepId === undefined) return undefined;
  const run = (params: JsonObject, text: string) => {
    newest.current += 1;
    const number = newest.current;
    setTrial({ state: 'running', tried: text });
    tryFunction({ stepId, params }).then(
      (answer) => {
        if (number === newest.current) setTrial({ state: 'answered', tried: text, answer });
      },
      () => {
        if (number === newest.current) setTrial({ state: 'answered', tried: text, answer: AWAY });
      },
    );
  };
  return { trial, run };
}
