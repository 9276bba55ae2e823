import { type ReactNode, useId } from 'react';
import styles from './detail.module.css';

export interface PanelProps {
  title: string;
  /** Content beside the title, such as a count. */
  start?: ReactNode;
  /** Content at the right, such as buttons. */
  end?: ReactNode;
  children: ReactNode;
}

/** A titled section of the page of a deployment. */
export function Panel({ title, start, end, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.panelHead}>
        <h2 id={id}>{title}</h2>
        {start}
        {end && <span className={styles.end}>{end}</span>}
      </div>
      {children}
    </section>
  );
}
