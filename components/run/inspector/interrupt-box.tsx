'use client';

import { useState } from 'react';
import { useLens } from '@/components/run-state/run-context';
import { Button } from '@/components/ui/button';
import { StatusBadge } from '@/components/ui/status';
import type { InterruptAnswer } from '@/lib/contracts/runs';
import type { UnitSelection } from './selection';
import styles from './state-box.module.css';

export interface InterruptBoxProps {
  selected: UnitSelection;
}

const ANSWERS: readonly { answer: InterruptAnswer; label: string; title: string }[] = [
  { answer: 'happened', label: 'Mark as completed', title: 'The step completes without an output.' },
  {
    answer: 'retry',
    label: 'Retry',
    title: 'Starts another attempt. If the first one took effect, the effect happens twice.',
  },
  { answer: 'fail', label: 'Mark as failed', title: 'The step fails and the run continues from there.' },
];

/**
 * Asks a person about an attempt that was interrupted by a crash, since the server cannot know whether it took effect.
 * docs/rules.md, section 8.
 */
export function InterruptBox({ selected }: InterruptBoxProps) {
  const { runId, actions } = useLens();
  const [busy, setBusy] = useState<InterruptAnswer>();
  const [problem, setProblem] = useState<string>();
  const { step, iteration, descriptor, action } = selected;

  async function send(answer: InterruptAnswer) {
    if (!actions) return;
    setBusy(answer);
    setProblem(undefined);
    try {
      const target = iteration.length > 0 ? { iteration: [...iteration] } : {};
      const result = await actions.resolve({ runId, step, ...target, answer });
      if (!result.ok) setProblem(result.error.message);
    } catch {
      setProblem('Your answer was not sent: the server cannot be reached. Try again.');
    }
    setBusy(undefined);
  }

  return (
    <div className={styles.box} data-status="waiting">
      <div className={styles.line}>
        <StatusBadge status="waiting" quiet>
          Waiting for your answer
        </StatusBadge>
      </div>
      <p className={styles.text}>
        The server stopped while “{descriptor?.title ?? action}” was running, so the outcome is unknown. Check
        the external system, then choose.
      </p>
      <div className={styles.buttons}>
        {ANSWERS.map(({ answer, label, title }) => (
          <Button
            key={answer}
            size="sm"
            title={title}
            busy={busy === answer}
            disabled={!actions || busy !== undefined}
            onClick={() => void send(answer)}
          >
            {label}
          </Button>
        ))}
      </div>
      {problem && (
        <p role="alert" className={styles.text}>
          {problem}
        </p>
      )}
    </div>
  );
}
