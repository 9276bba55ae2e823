'use client';

import type { ReactNode } from 'react';
import { type OpenPause, openPauses, pauseKey } from '@/components/run-state/pauses';
import { type RunLens, useOptionalLens } from '@/components/run-state/run-context';
import { useLatestRun } from '@/components/run-state/use-run';
import { PauseContext, type PauseDesk } from './pause-context';
import { useChosenPause, useFollowPauses } from './use-chosen-pause';
import { useSendAnswer } from './use-send-answer';
import { useTypedAnswers } from './use-typed-answers';

const NONE: readonly OpenPause[] = [];

/** Provides the pauses of the shown run, with what is typed for them, to the components below. */
export function PauseProvider({ children }: { children: ReactNode }) {
  return <PauseContext value={usePauseDesk(useOptionalLens())}>{children}</PauseContext>;
}

function usePauseDesk(lens: RunLens | undefined): PauseDesk | undefined {
  const open = useLatestRun(openPauses) ?? NONE;
  const chosen = useChosenPause(lens, open);
  const followNext = useFollowPauses(lens, open);
  const typed = useTypedAnswers(lens?.runId);
  const { busy, refusal, refuse, send } = useSendAnswer(lens, (pause) => {
    typed.forget(pause);
    followNext();
  });
  if (lens === undefined) return undefined;
  const isOpen = new Set(open.map(pauseKey));
  return {
    ...{ open, chosen, busy, refusal, send },
    choose: ({ step, iteration }) => lens.setFocus({ step, iteration }),
    typedOf: typed.of,
    type: typed.type,
    unsent: typed.all.filter(({ pause, edited }) => edited !== undefined && !isOpen.has(pauseKey(pause))),
    dismiss: typed.forget,
    clearRefusal: () => refuse(undefined),
    mayAnswer: lens.actions?.answerPause !== undefined,
    proceed(decision) {
      if (chosen === undefined) return;
      const { edited, problem } = typed.of(chosen);
      if (problem !== undefined) refuse(`The inputs were not sent. ${problem}`);
      else void send(chosen, { do: decision, ...(edited === undefined ? {} : { inputs: edited }) });
    },
  };
}
