'use client';

import { useEffect } from 'react';
import { useRerun } from '@/components/run-state/rerun-preview';
import { useLens } from '@/components/run-state/run-context';
import { isOpen } from '@/components/run-state/status';
import { Elapsed } from '@/components/run-state/times';
import { useRunContact, useRunNow, useRunState, useShownInstant } from '@/components/run-state/use-run';
import { Button } from '@/components/ui/button';
import { formatAgo } from '@/components/ui/format';
import { type Status, StatusBadge, StatusGlyph } from '@/components/ui/status';
import { failuresText, type RunState, type RunWarnings } from '@/engine';
import { CancelButton } from './cancel-button';
import { PauseBar } from './debug/pause-bar';
import { usePauses } from './debug/pause-context';
import { DownloadButton } from './download-button';
import { ExitButton } from './exit-button';
import { FileNote } from './file/file-note';
import { KeepTestButton } from './keep-test/keep-test-button';
import { MissingRunBanner } from './missing-run-banner';
import { PastBanner } from './past-banner';
import { PinButton } from './pin-button';
import { countSteps, progressText } from './progress';
import { RunAnnouncer } from './run-announcer';
import styles from './run-banner.module.css';
import { RunNotes } from './run-notes';
import { type RunCommand, useRunCommands } from './use-run-commands';
import { useRunStatus } from './use-run-status';

/** The newest version, and whether the draft differs from it. */
interface CurrentText {
  readonly version: number;
  readonly edited: boolean;
}

export interface RunBannerProps {
  /** Leaves the run; undefined on the page of a run. */
  onExit?: () => void;
  /** The edited document, to show how old the run's definition is. */
  current?: CurrentText;
}

/** The shown run, its status, and its commands; a sentence when the run does not exist. */
export function RunBanner(props: RunBannerProps) {
  const { missing } = useLens();
  useExitKey(props.onExit);
  if (missing === undefined) return <KnownRunBanner {...props} />;
  return <MissingRunBanner reason={missing} onExit={props.onExit} />;
}

function KnownRunBanner({ onExit, current }: RunBannerProps) {
  const { detail, file } = useLens();
  const state = useRunState(identity);
  const contact = useRunContact();
  const { busy, send } = useRunCommands();
  const rerun = useRerun();
  const isPast = useShownInstant() !== undefined;
  const { status, hold, shown, warnings } = useRunStatus();
  // The bar of the pause has the buttons that end the run and leave it.
  const hasPauseBar = usePauses()?.chosen !== undefined && !isPast;
  const version = detail?.version ?? state?.version;

  return (
    <>
      <section className={styles.banner} data-status={shown} aria-label="Run">
        <RunBadge shown={shown} warnings={warnings} />
        <b className={styles.number}>Run {detail ? `#${detail.number}` : ''}</b>
        {version !== undefined && <span className={styles.version}>{versionText(version, current)}</span>}
        <FileNote />
        <RunTime />
        <RunProgress
          willFail={state?.willFail === true}
          isCancelling={state?.cancelRequested === true && isOpen(status)}
          hasSkipped={hasSkipped(warnings)}
        />
        {contact.state === 'lost' && <LostContact />}
        <span className={styles.tools}>
          {/* Once the journal is loaded, the note about the quarantine has these buttons. */}
          {isOpen(status) && send && !state?.isQuarantined && (
            <RunTools
              isPaused={hold !== undefined}
              hasCancel={!hasPauseBar}
              isStopping={state?.cancelRequested ?? false}
              busy={busy}
              send={send}
            />
          )}
          <KeepTestButton />
          <DownloadButton />
          <PinButton />
          {!file && (
            <Button
              size="sm"
              icon="retrying"
              disabled={!detail || !rerun || isPast}
              onClick={() => rerun?.open()}
            >
              Re-run…
            </Button>
          )}
          {!hasPauseBar && <ExitButton onExit={onExit} />}
        </span>
        <RunAnnouncer />
      </section>
      <PastBanner />
      <PauseBar onExit={onExit} busy={busy} send={send} />
      <RunNotes busy={busy} send={send} />
    </>
  );
}

interface RunBadgeProps {
  shown: Status;
  warnings: RunWarnings | undefined;
}

/** The status of the run, and what failed in a run that completed. */
function RunBadge({ shown, warnings }: RunBadgeProps) {
  const isPartial = shown === 'warning' && warnings !== undefined;
  const text = isPartial ? `Completed, ${failuresText(warnings)}` : undefined;
  return <StatusBadge status={shown}>{text}</StatusBadge>;
}

/** Handles Escape anywhere on the page, unless another handler has used it. */
function useExitKey(onExit: (() => void) | undefined): void {
  // The keyboard of the page.
  useEffect(() => {
    if (!onExit) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isTyping(event.target)) onExit();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onExit]);
}

/** How long the run has taken. */
function RunTime() {
  const { detail } = useLens();
  const times = useRunState(timesOf);
  const from = times?.startedAt ?? times?.createdAt ?? detail?.startedAt;
  const to = times?.finishedAt ?? detail?.finishedAt ?? undefined;
  return from && <Elapsed from={from} to={to} className={styles.time} />;
}

interface RunProgressProps {
  willFail: boolean;
  isCancelling: boolean;
  /** Whether the run completed without some of its steps. */
  hasSkipped: boolean;
}

/** Number of steps that have ended, and the expected end of the run. */
function RunProgress({ willFail, isCancelling, hasSkipped }: RunProgressProps) {
  const { definition } = useLens();
  const progress = useRunState((run) =>
    progressText(countSteps(run, definition?.document.steps.map((step) => step.id) ?? [])),
  );
  const skipped = hasSkipped ? 'warning' : undefined;
  const attention = willFail ? 'failed' : skipped;
  return (
    <span className={styles.progress} data-status={attention}>
      {attention && <StatusGlyph status={attention} size={12} />}
      <span className={styles.words}>
        {progress}
        {willFail && ': will fail'}
        {isCancelling && ', cancelling'}
      </span>
    </span>
  );
}

function LostContact() {
  const { retryNow } = useLens();
  const contact = useRunContact();
  const now = useRunNow('second');
  const ago =
    contact.lastUpdateAt === undefined
      ? ''
      : `, last update ${formatAgo(contact.lastUpdateAt, now - contact.skewMs)}`;
  return (
    <span className={styles.lost} role="status" title={contact.problem}>
      Disconnected{ago}
      <button type="button" className={styles.retry} onClick={retryNow}>
        Retry
      </button>
    </span>
  );
}

function hasSkipped(warnings: RunWarnings | undefined): boolean {
  return warnings !== undefined && warnings.skippedSteps > 0;
}

interface Standing {
  readonly version: number;
  readonly cancelRequested: boolean;
  readonly isQuarantined: boolean;
  /** Whether the active run will certainly fail. */
  readonly willFail: boolean;
}

function identity(run: RunState): Standing {
  const { status, version, cancelRequested, hold } = run;
  const willFail =
    isOpen(status) && [...run.steps.values()].some((unit) => unit.status === 'failed' && !unit.tolerated);
  return { version, cancelRequested, isQuarantined: hold?.reason === 'quarantined', willFail };
}

function timesOf({ createdAt, startedAt, finishedAt }: RunState) {
  return { createdAt, startedAt, finishedAt };
}

function versionText(version: number, current: CurrentText | undefined): string {
  const isOlder = current !== undefined && (current.version > version || current.edited);
  return isOlder ? `v${version} · edited since` : `v${version}`;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

interface RunToolsProps {
  isPaused: boolean;
  hasCancel: boolean;
  /** Whether its cancellation was requested. */
  isStopping: boolean;
  busy: RunCommand | undefined;
  send: (command: RunCommand) => void;
}

/** Commands of an active run. */
function RunTools({ isPaused, hasCancel, isStopping, busy, send }: RunToolsProps) {
  const hold = isPaused ? 'resume' : 'pause';
  return (
    <>
      <Button
        size="sm"
        icon={isPaused ? 'play' : 'pause'}
        title={
          isPaused
            ? 'Continue the run from where it was paused.'
            : 'Steps that are running finish; no further steps start until the run is resumed.'
        }
        busy={busy === hold}
        disabled={isStopping || busy !== undefined}
        onClick={() => send(hold)}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      {hasCancel && (
        <CancelButton
          busy={busy === 'cancel'}
          disabled={isStopping || busy !== undefined}
          onCancel={() => send('cancel')}
        />
      )}
    </>
  );
}
