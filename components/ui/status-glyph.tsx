import { clsx } from './clsx';
import { Icon } from './icon';
import { STATUS_LOOKS, type Status } from './status';
import styles from './status.module.css';

export interface StatusGlyphProps {
  status: Status;
  /** @default 14 */
  size?: 12 | 14 | 16;
  /** Speaks the state's word; leave it out when the word stands beside it. */
  labelled?: boolean;
  className?: string;
}

/** The glyph of a state in its colour. It never stands for the state alone: a word is beside it or `labelled`. */
export function StatusGlyph({ status, size = 14, labelled, className }: StatusGlyphProps) {
  const look = STATUS_LOOKS[status];
  return (
    <span data-status={status} className={clsx(styles.glyph, className)}>
      <Icon name={look.icon} size={size} label={labelled ? look.word : undefined} />
    </span>
  );
}
