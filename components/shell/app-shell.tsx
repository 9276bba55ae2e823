import type { ReactNode } from 'react';
import styles from './app-shell.module.css';
import { Rail } from './rail';

export interface AppShellProps {
  /** A `TopBar`. */
  top: ReactNode;
  children: ReactNode;
  /** `page` scrolls and has a maximum width; `canvas` fills the rest and scrolls inside. @default 'page' */
  layout?: 'page' | 'canvas';
}

/** The frame of every page: bar at the top, rail at the left, and the page. */
export function AppShell({ top, children, layout = 'page' }: AppShellProps) {
  return (
    <div className={styles.app}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      {top}
      <Rail />
      <main id="main" tabIndex={-1} className={styles[layout]}>
        {layout === 'page' ? <div className={styles.inner}>{children}</div> : children}
      </main>
    </div>
  );
}
