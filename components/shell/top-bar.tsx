import Link from 'next/link';
import { Fragment, type ReactNode } from 'react';
import { Logo } from './logo';
import styles from './top-bar.module.css';

/** One part of the way to this page. */
export interface Crumb {
  /** Words, or a control such as an editable name. */
  readonly label: ReactNode;
  /** Absent for the page itself. */
  readonly href?: string;
}

export interface TopBarProps {
  /** The way to this page; the last one is the page. @default the product's name */
  crumbs?: readonly Crumb[];
  /** Beside the crumbs: what state the page is in. */
  start?: ReactNode;
  /** At the right: what can be done here. */
  end?: ReactNode;
}

const HOME: readonly Crumb[] = [{ label: 'Pipewright' }];

/** The bar at the top of every page: mark, where you are, what you can do. */
export function TopBar({ crumbs = HOME, start, end }: TopBarProps) {
  return (
    <header className={styles.bar}>
      <Link href="/pipelines" className={styles.mark} aria-label="Pipewright, all pipelines">
        <Logo />
      </Link>
      <nav aria-label="Breadcrumb" className={styles.crumbs}>
        {crumbs.map((crumb, index) => (
          <Fragment key={index}>
            {index > 0 && (
              <span className={styles.slash} aria-hidden>
                /
              </span>
            )}
            {crumb.href === undefined ? (
              <span className={styles.here} aria-current="page">
                {crumb.label}
              </span>
            ) : (
              <Link href={crumb.href} className={styles.crumb}>
                {crumb.label}
              </Link>
            )}
          </Fragment>
        ))}
      </nav>
      {start && <div className={styles.start}>{start}</div>}
      <span className={styles.space} />
      {end && <div className={styles.end}>{end}</div>}
    </header>
  );
}
