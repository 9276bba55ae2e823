import { type ReactNode, useId } from 'react';
import { Icon, type IconName } from '../ui/icon';
import { Kbd } from '../ui/kbd';
import styles from './start-choices.module.css';

export interface StartChoicesProps {
  /** Number of starters; the first is run. */
  starterCount: number;
  onRun: () => void;
  onNew: () => void;
  onImport: () => void;
  disabled: boolean;
}

/** Three ways to a first pipeline. */
export function StartChoices({ starterCount, onRun, onNew, onImport, disabled }: StartChoicesProps) {
  return (
    <div className={styles.choices}>
      <Choice icon="play" title="Run a starter" disabled={disabled} onChoose={onRun}>
        {starterCount} ready-made pipelines
      </Choice>
      <Choice icon="plus" title="Empty canvas" disabled={disabled} onChoose={onNew}>
        Press <Kbd>N</Kbd>, then <Kbd>A</Kbd> to add a step
      </Choice>
      <Choice icon="braces" title="Import JSON" disabled={disabled} onChoose={onImport}>
        Paste, or choose a file
      </Choice>
    </div>
  );
}

interface ChoiceProps {
  icon: IconName;
  title: string;
  children: ReactNode;
  disabled: boolean;
  onChoose: () => void;
}

function Choice({ icon, title, children, disabled, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <button
      type="button"
      className={styles.choice}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-detail`}
      disabled={disabled}
      onClick={onChoose}
    >
      <span className={styles.tile}>
        <Icon name={icon} />
      </span>
      <span>
        <span id={`${id}-title`} className={styles.title}>
          {title}
        </span>
        <span id={`${id}-detail`} className={styles.detail}>
          {children}
        </span>
      </span>
    </button>
  );
}
