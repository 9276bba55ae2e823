'use client';

import type { ReactNode } from 'react';
import styles from './section.module.css';

export interface SectionProps {
  title: string;
  /** Quiet words at the right of the title. */
  hint?: ReactNode;
  children: ReactNode;
  /** Path below the step, so that problems can lead here. */
  field?: string;
}

/** A part of the inspector under a heading. */
export function Section({ title, hint, children, field }: SectionProps) {
  return (
    <section className={styles.section} data-field={field}>
      <h3 className={styles.title}>
        {title}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </h3>
      {children}
    </section>
  );
}
