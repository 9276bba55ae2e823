import type { ReactNode } from 'react';
import styles from './page-header.module.css';

export interface PageHeaderProps {
  title: string;
  /** One sentence with the facts of the page. */
  children?: ReactNode;
  /** Search box and buttons, the primary one last. */
  actions?: ReactNode;
}

/** Title of a page with its commands. */
export function PageHeader({ title, children, actions }: PageHeaderProps) {
  return (
    <div className={styles.header}>
      <div className={styles.text}>
        <h1>{title}</h1>
        {children && <p>{children}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
