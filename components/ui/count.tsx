import { clsx } from './clsx';
import styles from './count.module.css';
import type { Status } from './status';

export interface CountProps {
  value: number;
  /** The counted state, which gives the colour; neutral without it. */
  status?: Status;
  className?: string;
}

/** A count beside a word. */
export function Count({ value, status, className }: CountProps) {
  return (
    <span data-status={status} className={clsx(styles.count, className)}>
      {value}
    </span>
  );
}
