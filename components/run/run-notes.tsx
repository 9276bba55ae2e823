'use client';

import { useCallback } from 'react';
import { useLens } from '@/components/run-state/run-context';
import { useRunState } from '@/components/run-state/use-run';
import { Button } from '@/components/ui/button';
import { StatusGlyph } from '@/components/ui/status';
import type { Hold, RunState } from '@/engine';
import { openQuestions, type Question } from './questions';
import styles from './run-notes.module.css';
import { SignalButtons } from './signal-buttons';
import { StepLink } from './step-link';
import type { RunCommand } from './use-run-commands';

/** Largest number of questions shown; the others are only mentioned. */
const MOST_QUESTIONS = 3;

export interface RunNotesProps {
  busy: RunCommand | undefined;
  send: ((command: RunCommand) => void) | undefined;
}

/** What a run needs from a person, below its banner: a decision when it is quarantined, approvals, answers. */
export function RunNotes({ busy, send }: RunNotesProps) {
  const { definition } = useLens();
  const descriptors = definition?.descriptors;
  const hold = useRunState(holdOf);
  const read = useCallback((run: RunState) => openQuestions(run, descriptors, MOST_QUESTIONS), [descriptors]);
  const questions = useRunState(read) ?? [];
  const isStopping = useRunState(isStoppingOf) ?? false;
  const isQuarantined = hold?.reason === 'quarantined';
  if (!isQuarantined && questions.length === 0) return null;
  return (
    <div className={styles.notes}>
      {isQuarantined && <Quarantine hold={hold} isStopping={isStopping} busy={busy} send={send} />}
      {questions.slice(0, MOST_QUESTIONS).map((question) => (
        <Ask
          key={`${question.step}/${question.iteration.join('.')}`}
          question={question}
          waitsForResume={!!hold}
        />
      ))}
      {questions.length > MOST_QUESTIONS && (
        <p className={styles.note} data-status="waiting">
          <StatusGlyph status="waiting" />
          More steps wait for input. They are marked on the canvas and in the timeline.
        </p>
      )}
    </div>
  );
}

interface QuarantineProps extends RunNotesProps {
  hold: Hold;
  /** Whether the cancellation of the run was requested. */
  isStopping: boolean;
}

function Quarantine({ hold, isStopping, busy, send }: QuarantineProps) {
  return (
    <section className={styles.note} data-status="quarantined" aria-label="Quarantined">
      <StatusGlyph status="quarantined" />
      <p className={styles.words}>
        <b>This run is quarantined.</b> {hold.detail}
      </p>
      {send && (
        <span className={styles.buttons}>
          <Button
            size="sm"
            icon="retrying"
            busy={busy === 'resume'}
            disabled={isStopping || busy !== undefined}
            onClick={() => send('resume')}
          >
            Try again
          </Button>
          <Button
            size="sm"
            icon="stop"
            busy={busy === 'cancel'}
            disabled={isStopping || busy !== undefined}
            onClick={() => send('cancel')}
          >
            Cancel run
          </Button>
        </span>
      )}
    </section>
  );
}

function Ask({ question, waitsForResume }: { question: Question; waitsForResume: boolean }) {
  const place =
    question.iteration.length > 0 ? `, iteration ${question.iteration.map((n) => n + 1).join('.')}` : '';
  return (
    <div className={styles.note} data-status="waiting">
      <StatusGlyph status="waiting" />
      <p className={styles.words}>
        <StepLink step={question.step} iteration={question.iteration} />
        {place}
        {question.kind === 'interrupted' ? (
          ' was interrupted when the server stopped, so its outcome is unknown. Open the step to answer.'
        ) : (
          <>
            {' waits for '}
            {question.awaited.map(({ name }) => `signals.${name}`).join(', ')}
            {waitsForResume ? ' (checked once the run is resumed).' : '.'}
          </>
        )}
      </p>
      {question.kind === 'signals' && (
        <span className={styles.buttons}>
          <SignalButtons awaited={question.awaited} />
        </span>
      )}
    </div>
  );
}

function isStoppingOf({ cancelRequested }: RunState): boolean {
  return cancelRequested;
}

function holdOf({ hold }: RunState): Hold | undefined {
  return hold;
}
