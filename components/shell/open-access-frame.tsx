import type { ReactNode } from 'react';
import { Icon } from '../ui/icon';
import styles from './open-access-frame.module.css';

export interface OpenAccessFrameProps {
  /** The page. */
  children: ReactNode;
}

/** Shows a banner above every page of a server that other machines can reach without sign-in. */
export function OpenAccessFrame({ children }: OpenAccessFrameProps) {
  return (
    <div className={styles.frame}>
      <p role="note" data-status="failed" className={styles.banner}>
        <Icon name="warn" size={14} />
        <span>
          Anyone who can reach this server can use Pipewright and its secrets. No sign-in is required.
        </span>
      </p>
      {children}
    </div>
  );
}
