'use client';

import type { ReactNode } from 'react';
import styles from './section.module.css';

export interface SectionProps {
  title: string;
  /** Secondary text at the right of the title. */
  hint?: ReactNode;
  children: ReactNode;
  /** Path below the step, to which problems link. */
  field?: string;
}

/** A section of the inspector with a heading. */
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
