import { clsx } from './clsx';
import { Icon } from './icon';
import styles from './spinner.module.css';
import { VisuallyHidden } from './visually-hidden';

export interface SpinnerProps {
  /** What is in progress. @default 'Loading' */
  label?: string;
  size?: 12 | 14 | 16 | 20;
  className?: string;
}

/** Shows progress of unknown length. */
export function Spinner({ label = 'Loading', size = 16, className }: SpinnerProps) {
  return (
    <span role="status" className={clsx(styles.spinner, className)}>
      <Icon name="running" size={size} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
