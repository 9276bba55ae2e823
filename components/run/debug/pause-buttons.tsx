import type { OpenPause } from '@/components/run-state/pauses';
import { Button } from '@/components/ui/button';
import type { IconName } from '@/components/ui/icon';
import { Kbd } from '@/components/ui/kbd';
import { CancelButton } from '../cancel-button';
import { ExitButton } from '../exit-button';
import type { RunCommand } from '../use-run-commands';
import styles from './pause-bar.module.css';
import type { PauseDesk } from './pause-context';

export interface PauseButtonsProps {
  pauses: PauseDesk;
  chosen: OpenPause;
  onExit: (() => void) | undefined;
  busy: RunCommand | undefined;
  send: ((command: RunCommand) => void) | undefined;
  /** Opens the form of an output, or of a failure. */
  onForm: (kind: 'output' | 'fail') => void;
}

interface Proceed {
  readonly decision: 'continue' | 'step' | 'retry';
  readonly label: string;
  readonly icon: IconName;
  readonly keys?: string;
  readonly title: string;
}

const STEP: Proceed = {
  decision: 'step',
  label: 'Step',
  icon: 'stepOver',
  keys: 'F10',
  title: 'Continue, and pause before the next step.',
};
const BEFORE: readonly Proceed[] = [
  {
    decision: 'continue',
    label: 'Continue',
    icon: 'play',
    keys: 'F8',
    title: 'Start the step with these inputs.',
  },
  STEP,
];
const AT_FAILURE: readonly Proceed[] = [
  {
    decision: 'continue',
    label: 'Continue',
    icon: 'play',
    keys: 'F8',
    title: 'Keep the failure and continue the run.',
  },
  STEP,
  { decision: 'retry', label: 'Retry', icon: 'retrying', title: 'Start another attempt with these inputs.' },
];

/** What a person can do about the chosen pause, and about the run. */
export function PauseButtons({ pauses, chosen, onExit, busy, send, onForm }: PauseButtonsProps) {
  const { mayAnswer, busy: sending, proceed } = pauses;
  const isOff = !mayAnswer || sending !== undefined;
  const isIteration = chosen.iteration.length > 0;
  return (
    <div className={styles.buttons}>
      {(chosen.pause.moment === 'before' ? BEFORE : AT_FAILURE).map(
        ({ decision, label, icon, keys, title }) => (
          <Button
            key={decision}
            size="sm"
            variant={decision === 'continue' ? 'primary' : 'default'}
            icon={icon}
            title={title}
            busy={sending === decision}
            disabled={isOff}
            onClick={() => proceed(decision)}
          >
            {label} {keys && <Kbd>{keys}</Kbd>}
          </Button>
        ),
      )}
      <span className={styles.line} />
      <Button size="sm" icon="ext" disabled={isOff} onClick={() => onForm('output')}>
        Use this output…
      </Button>
      <Button
        size="sm"
        icon="skipped"
        title={isIteration ? 'The iteration completes with the output null.' : 'The step is skipped.'}
        busy={sending === 'skip'}
        disabled={isOff}
        onClick={() => void pauses.send(chosen, { do: 'skip' })}
      >
        Skip
      </Button>
      <Button size="sm" icon="failed" disabled={isOff} onClick={() => onForm('fail')}>
        Fail…
      </Button>
      <span className={styles.end}>
        {send && (
          <CancelButton
            label="Stop"
            busy={busy === 'cancel'}
            disabled={busy !== undefined}
            onCancel={() => send('cancel')}
          />
        )}
        <ExitButton onExit={onExit} />
      </span>
    </div>
  );
}
