'use client';

import type { RunState } from '@/engine';
import { Countdown } from '../countdown';
import { Instant } from '../instant';
import { useRunState } from '../use-run';
import { NoteBox } from './note-box';
import type { UnitSelection } from './selection';

export interface WaitBoxProps {
  selected: UnitSelection;
}

/** What a unit waits for and how long still: its timer, its next poll, its next attempt. */
export function WaitBox({ selected }: WaitBoxProps) {
  const wait = selected.unit?.wait;
  const isHeld = useRunState(isOnHold) ?? false;
  if (!wait) return null;
  const isRetry = wait.reason === 'retry';
  const end = wait.until && (
    <>
      until <Instant at={wait.until} />
    </>
  );
  return (
    <NoteBox status={isRetry ? 'retrying' : 'waiting'} end={end}>
      {isRetry
        ? `Attempt ${(selected.attempt?.attempt ?? 0) + 1} of ${selected.maxAttempts} starts in `
        : 'Wakes in '}
      {wait.until ? <Countdown until={wait.until} /> : 'some time'}
      {isHeld && ' (the run is paused)'}
      {wait.note ? `: ${wait.note.replace(/\.$/, '')}.` : '.'}
    </NoteBox>
  );
}

function isOnHold({ hold }: RunState): boolean {
  return hold !== undefined;
}
