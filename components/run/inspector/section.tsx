import type { ReactNode } from 'react';
import styles from './section.module.css';

export interface SectionProps {
  /** Target of its tab. */
  id: string;
  title: string;
  /** Shown at the right of the title. */
  end?: ReactNode;
  children?: ReactNode;
}

/** One section of the inspector. */
export function Section({ id, title, end, children }: SectionProps) {
  return (
    <section id={id} className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {end && <div className={styles.end}>{end}</div>}
      </div>
      {children}
    </section>
  );
}
