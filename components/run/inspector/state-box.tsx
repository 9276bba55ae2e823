'use client';

import Link from 'next/link';
import { StepDownload } from '@/components/models/step-download';
import { runPath } from '@/components/run-state/permalink';
import { skipReason } from '@/components/run-state/reason';
import { useLens } from '@/components/run-state/run-context';
import { isOpen } from '@/components/run-state/status';
import { Countdown, Instant } from '@/components/run-state/times';
import { useRunContact, useRunNow, useRunState } from '@/components/run-state/use-run';
import { formatAgo } from '@/components/ui/format';
import { StatusBadge } from '@/components/ui/status';
import { adviceFor, failureName, type GivenSource, type RunState, type UnitState } from '@/engine';
import { MODEL_ADD } from '@/engine/models';
import { PauseBox } from '../debug/pause-box';
import { signalsAwaitedBy } from '../questions';
import { ReasonText } from '../reason-text';
import { SignalButtons } from '../signal-buttons';
import { deadlineOf } from './deadline';
import { FailureActions } from './failure-actions';
import { InterruptBox } from './interrupt-box';
import { NoteBox } from './note-box';
import type { UnitSelection } from './selection';
import styles from './state-box.module.css';
import { WhyDetails } from './why-details';

export interface StateBoxProps {
  selected: UnitSelection;
}

/** The status of the unit and its reason, above everything else. Nothing for a completed unit. */
export function StateBox({ selected }: StateBoxProps) {
  const contact = useRunContact();
  const status = selected.unit?.status ?? 'pending';
  if (contact.state === 'lost' && isOpen(status)) return <LostBox status={status} />;
  if (contact.state === 'opening' && isOpen(status))
    return <NoteBox status="unknown">Loading the run…</NoteBox>;
  return (
    <>
      <ReusedBox unit={selected.unit} />
      <KnownBox selected={selected} />
    </>
  );
}

const GIVEN: Readonly<Record<GivenSource, string>> = {
  pinned: 'The output was pinned.',
  entered: 'The output was entered.',
};

/** The run that executed the unit, when its result was taken over. */
function ReusedBox({ unit }: { unit: UnitState | undefined }) {
  const { detail } = useLens();
  if (unit?.given !== undefined)
    return <NoteBox status="reused">{GIVEN[unit.given]} This run did not execute the step.</NoteBox>;
  const from = unit?.reusedFrom;
  if (from === undefined) return null;
  const number = from === detail?.parentRunId ? detail.parentNumber : null;
  return (
    <NoteBox status="reused">
      Reused from <Link href={runPath(from)}>{number === null ? 'an earlier run' : `run #${number}`}</Link>.
      This run did not execute it.
    </NoteBox>
  );
}

interface LostBoxProps {
  /** The last known status. */
  status: UnitState['status'];
}

/** The last known status of the unit, while the connection is lost. */
function LostBox({ status }: LostBoxProps) {
  const contact = useRunContact();
  const now = useRunNow('second');
  const ago =
    contact.lastUpdateAt === undefined
      ? 'no update yet'
      : formatAgo(contact.lastUpdateAt, now - contact.skewMs);
  return (
    <NoteBox status="unknown">
      Last known status: {status}, {ago}. {contact.problem}
    </NoteBox>
  );
}

function KnownBox({ selected }: StateBoxProps) {
  const { definition } = useLens();
  const { unit, step } = selected;
  if (!unit) return <Pending selected={selected} />;
  switch (unit.status) {
    case 'failed':
      return <FailureBox selected={selected} />;
    case 'skipped':
      return (
        unit.skip && (
          <NoteBox status="skipped" actions={<WhyDetails step={step} />}>
            <ReasonText parts={skipReason(unit.skip, step, definition)} />.
          </NoteBox>
        )
      );
    case 'waiting':
    case 'retrying':
      if (unit.pause) return <PauseBox pause={unit.pause} />;
      return unit.wait?.reason === 'unknown_effect' ? (
        <InterruptBox selected={selected} />
      ) : (
        <>
          <WaitBox selected={selected} />
          <ApprovalBox selected={selected} />
        </>
      );
    case 'cancelled':
      return <NoteBox status="cancelled">{cancelText(unit.cancelReason)}</NoteBox>;
    case 'pending':
      return <Pending selected={selected} />;
    case 'running':
      if (selected.action === MODEL_ADD) return <DownloadBox selected={selected} />;
      return selected.attempt?.status === 'failed' ? <FailureBox selected={selected} /> : null;
    case 'completed':
      return <CompletedBox selected={selected} />;
  }
}

/** What failed in a completed unit: the shown earlier attempt, the request, or iterations. */
function CompletedBox({ selected }: StateBoxProps) {
  const { unit, attempt } = selected;
  if (attempt?.status === 'failed') return <FailureBox selected={selected} />;
  if (unit?.warning === undefined) return null;
  return (
    <NoteBox
      status="warning"
      actions={
        <FailureActions
          step={selected.step}
          iteration={selected.iteration}
          failure={unit.warning}
          hasRetry={selected.maxAttempts > 1}
          isWarning
        />
      }
    >
      {unit.warning.message} Steps that read the response continue with it. To fail instead, set
      expect_status.
    </NoteBox>
  );
}

/** The reason in the journal is the id of the step that ended the run, or text. */
function cancelText(reason: string | undefined): string {
  return reason ? `${reason.replace(/\.$/, '')}.` : 'The step was cancelled.';
}

function Pending({ selected }: { selected: UnitSelection }) {
  const { definition } = useLens();
  const before = definition?.graph.steps.get(selected.step)?.upstream ?? [];
  if (selected.iteration.length > 0) return <NoteBox status="pending">Not started</NoteBox>;
  if (before.length === 0) return <NoteBox status="pending">Not started</NoteBox>;
  const parts = before.flatMap((id, index) => [
    { kind: 'text' as const, text: index === 0 ? 'Not started. Runs after ' : ', ' },
    { kind: 'step' as const, step: id },
  ]);
  return (
    <NoteBox status="pending" actions={<WhyDetails step={selected.step} />}>
      <ReasonText parts={parts} />.
    </NoteBox>
  );
}

interface DownloadBoxProps {
  selected: UnitSelection;
}

/** The download of a step that adds a model. */
function DownloadBox({ selected }: DownloadBoxProps) {
  const { runId } = useLens();
  return <StepDownload runId={runId} stepId={selected.step} className={styles.box} />;
}

interface ApprovalBoxProps {
  selected: UnitSelection;
}

/** A wait for signals: what it waits for, and buttons to send it. */
function ApprovalBox({ selected }: ApprovalBoxProps) {
  const { definition } = useLens();
  const { unit } = selected;
  const awaited = unit ? signalsAwaitedBy(unit, definition?.descriptors) : [];
  if (awaited.length === 0) return null;
  const names = awaited.map(({ name }) => `signals.${name}`).join(', ');
  return (
    <div className={styles.box} data-status="waiting">
      <p className={styles.text}>Waiting for {names}. Send the signal here or through the API.</p>
      <div className={styles.buttons}>
        <SignalButtons awaited={awaited} />
      </div>
    </div>
  );
}

interface FailureBoxProps {
  selected: UnitSelection;
}

/** The failure of the shown attempt: message, place, instant, and what to do next. */
function FailureBox({ selected }: FailureBoxProps) {
  const { unit, attempt } = selected;
  const error = attempt?.error ?? unit?.error;
  if (!error) return null;
  const at = attempt?.finishedAt ?? unit?.finishedAt;
  return (
    <div className={styles.box} data-status="failed">
      <div className={styles.line}>
        <StatusBadge status="failed" quiet />
        <span className={styles.kind}>{failureName(error)}</span>
        {at && (
          <span className={styles.end}>
            <Instant at={at} />
          </span>
        )}
      </div>
      <p className={styles.message}>{error.message}</p>
      {error.path && <p className={styles.text}>At {error.path}.</p>}
      <p className={styles.text}>{adviceFor(error)}</p>
      {unit?.tolerated && <p className={styles.text}>The run continued: on_failure is set to continue.</p>}
      <FailureActions
        step={selected.step}
        iteration={selected.iteration}
        failure={error}
        hasRetry={selected.maxAttempts > 1}
      />
    </div>
  );
}

interface WaitBoxProps {
  selected: UnitSelection;
}

/** What a unit waits for, and for how long: its timer, its next check, its next attempt. */
function WaitBox({ selected }: WaitBoxProps) {
  const wait = selected.unit?.wait;
  const isPaused = useRunState(hasHold) ?? false;
  const pausedMs = useRunState(pausedMsOf) ?? 0;
  if (!wait) return null;
  const deadline = deadlineOf(selected, pausedMs);
  const isRetry = wait.reason === 'retry';
  const end = wait.until && deadline === undefined && (
    <>
      until <Instant at={wait.until} />
    </>
  );
  return (
    <NoteBox status={isRetry ? 'retrying' : 'waiting'} end={end}>
      {isRetry
        ? `Attempt ${(selected.attempt?.attempt ?? 0) + 1} of ${selected.maxAttempts} starts`
        : wakeWords(deadline)}
      {wait.until ? (
        <>
          {' in '}
          <Countdown until={wait.until} />
        </>
      ) : (
        ' at an unknown time'
      )}
      {isPaused && ' (the run is paused)'}
      {wait.note ? `: ${wait.note.replace(/\.$/, '')}.` : '.'}
      {deadline !== undefined && (
        <>
          {' Times out at '}
          <Instant at={deadline} />.
        </>
      )}
    </NoteBox>
  );
}

function wakeWords(deadline: string | undefined): string {
  return deadline === undefined ? 'Wakes' : 'Next check';
}

function pausedMsOf(run: RunState): number {
  return run.pausedMs;
}

function hasHold({ hold }: RunState): boolean {
  return hold !== undefined;
}
