import type { ReactNode } from 'react';
import styles from './section.module.css';

export interface SectionProps {
  /** Where the tabs lead. */
  id: string;
  title: string;
  /** At the right of the title. */
  end?: ReactNode;
  children?: ReactNode;
}

/** One part of the inspector. */
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
