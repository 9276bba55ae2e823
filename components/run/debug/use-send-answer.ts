import { useState } from 'react';
import type { OpenPause } from '@/components/run-state/pauses';
import type { RunLens } from '@/components/run-state/run-context';
import type { PauseAnswer, PauseDecision } from '@/engine/run/debug/answer';

/** Sends answers to pauses, one at a time. @param onAccepted called with a pause that was answered */
export function useSendAnswer(lens: RunLens | undefined, onAccepted: (pause: OpenPause) => void) {
  const [busy, setBusy] = useState<PauseDecision>();
  const [refused, setRefused] = useState<{
    readonly of: string | undefined;
    readonly why: string | undefined;
  }>();
  const refuse = (why: string | undefined) => setRefused({ of: lens?.runId, why });
  const answer = lens?.actions?.answerPause;

  async function send({ step, iteration, pause }: OpenPause, decision: PauseAnswer): Promise<boolean> {
    if (lens === undefined || answer === undefined || busy !== undefined) return false;
    setBusy(decision.do);
    refuse(undefined);
    const target = iteration.length > 0 ? { iteration: [...iteration] } : {};
    const result = await answer({
      ...{ runId: lens.runId, step, ...target, pause: pause.seq },
      answer: decision,
    }).catch(() => undefined);
    setBusy(undefined);
    if (result?.ok === true) onAccepted({ step, iteration, pause });
    else
      refuse(result?.error.message ?? 'Your answer was not sent: the server cannot be reached. Try again.');
    // The event of this answer, or of the one that came first.
    lens.retryNow();
    return result?.ok === true;
  }

  return { busy, refusal: refused?.of === lens?.runId ? refused?.why : undefined, refuse, send };
}
