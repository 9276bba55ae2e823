import { Instant } from '@/components/run-state/times';
import { adviceFor } from '@/engine';
import type { PauseState } from '@/engine/run/state/state';
import { NoteBox } from '../inspector/note-box';

export interface PauseBoxProps {
  pause: PauseState;
}

/** A unit that is paused at a breakpoint: since when, what has happened so far, and its time limit. */
export function PauseBox({ pause }: PauseBoxProps) {
  const { since, until, note, error, attempt, moment } = pause;
  return (
    <NoteBox status="paused" end={<Instant at={since} />}>
      {moment === 'before' ? `Attempt ${attempt} has not started.` : `Attempt ${attempt} failed.`}
      {error && ` ${error.message} ${adviceFor(error)}`}
      {note !== undefined && ` ${note}`}
      {until !== undefined && (
        <>
          {' The pause ends at '}
          <Instant at={until} />: then the run is cancelled.
        </>
      )}
    </NoteBox>
  );
}
