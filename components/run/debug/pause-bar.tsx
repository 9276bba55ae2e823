'use client';

import { useState } from 'react';
import { stepTitle } from '@/components/run-state/definition';
import { type OpenPause, pauseKey, pauseReason, pauseTitle } from '@/components/run-state/pauses';
import { useLens } from '@/components/run-state/run-context';
import { useShownInstant } from '@/components/run-state/use-run';
import { Notice } from '@/components/ui/notice';
import { StatusBadge } from '@/components/ui/status';
import type { RunCommand } from '../use-run-commands';
import { ActiveElsewhere } from './active-elsewhere';
import { FailDialog } from './fail-dialog';
import { OutputDialog } from './output-dialog';
import styles from './pause-bar.module.css';
import { PauseButtons } from './pause-buttons';
import { usePauses } from './pause-context';
import { UnsentEdits } from './unsent-edits';

export interface PauseBarProps {
  onExit: (() => void) | undefined;
  busy: RunCommand | undefined;
  /** Undefined where the page may not send commands. */
  send: ((command: RunCommand) => void) | undefined;
}

/** A form that is open for a pause. */
interface OpenForm {
  readonly kind: 'output' | 'fail';
  readonly pause: OpenPause;
}

/** Where the run is paused at breakpoints, and what a person can do there. Nothing while it is not. */
export function PauseBar({ onExit, busy, send }: PauseBarProps) {
  const pauses = usePauses();
  const isPast = useShownInstant() !== undefined;
  const [form, setForm] = useState<OpenForm>();
  if (pauses === undefined || isPast) return null;
  const { chosen, open, refusal } = pauses;
  const close = () => setForm(undefined);
  return (
    <>
      {chosen && (
        <section className={styles.bar} data-status="paused" aria-label="Paused at a breakpoint">
          <p className={styles.where}>
            <StatusBadge status="paused" />
            <PauseWords pause={chosen} />
            <ActiveElsewhere paused={open} />
          </p>
          {open.length > 1 && <PauseChoice chosen={chosen} />}
          <PauseButtons
            pauses={pauses}
            chosen={chosen}
            onExit={onExit}
            busy={busy}
            send={send}
            onForm={(kind) => {
              pauses.clearRefusal();
              setForm({ kind, pause: chosen });
            }}
          />
          {refusal !== undefined && form === undefined && <Notice status="failed" title={refusal} alert />}
        </section>
      )}
      {!chosen && refusal !== undefined && form === undefined && (
        <Notice status="failed" title={refusal} alert />
      )}
      <UnsentEdits pauses={pauses} />
      {form?.kind === 'output' && <OutputDialog pauses={pauses} pause={form.pause} onClose={close} />}
      {form?.kind === 'fail' && <FailDialog pauses={pauses} pause={form.pause} onClose={close} />}
    </>
  );
}

/** The place of a pause, and why the run paused there. */
function PauseWords({ pause: open }: { pause: OpenPause }) {
  const { definition } = useLens();
  return (
    <span className={styles.words}>
      <b>{pauseTitle({ ...open, ...open.pause }, stepTitle(definition, open.step))}</b> ·{' '}
      {pauseReason(open.pause)}
    </span>
  );
}

/** All pauses, when there are several; the chosen one is answered. */
function PauseChoice({ chosen }: { chosen: OpenPause }) {
  const { definition } = useLens();
  const pauses = usePauses();
  if (pauses === undefined) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls; these buttons choose what is shown.
    <div className={styles.choice} role="group" aria-label="Paused steps">
      {pauses.open.map((each) => (
        <button
          key={pauseKey(each)}
          type="button"
          className={styles.other}
          aria-pressed={pauseKey(each) === pauseKey(chosen)}
          onClick={() => pauses.choose(each)}
        >
          {pauseTitle({ ...each, ...each.pause }, stepTitle(definition, each.step))}
        </button>
      ))}
    </div>
  );
}
