import { clsx } from './clsx';
import styles from './count.module.css';
import type { Status } from './status';

export interface CountProps {
  value: number;
  /** Colour of the state that is counted; neutral without. */
  status?: Status;
  className?: string;
}

/** How many, beside a word. */
export function Count({ value, status, className }: CountProps) {
  return (
    <span data-status={status} className={clsx(styles.count, className)}>
      {value}
    </span>
  );
}
