import Link from 'next/link';
import { Fragment, type ReactNode } from 'react';
import { BarButton } from './command-bar/bar-button';
import styles from './top-bar.module.css';

/** One entry of the breadcrumb. */
export interface Crumb {
  /** Text, or a control such as an editable name. */
  readonly label: ReactNode;
  /** Absent for the page itself. */
  readonly href?: string;
}

export interface TopBarProps {
  /** The breadcrumb; the last entry is this page. @default the product's name */
  crumbs?: readonly Crumb[];
  /** Shown beside the breadcrumb: the state of the page. */
  start?: ReactNode;
  /** Shown at the right: commands. */
  end?: ReactNode;
}

const HOME: readonly Crumb[] = [{ label: 'Pipewright' }];

/** The bar at the top of every page: logo, breadcrumb, commands. */
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
      <BarButton />
      {end && <div className={styles.end}>{end}</div>}
    </header>
  );
}

interface LogoProps {
  /** Edge in pixels. @default 24 */
  size?: number;
}

/** The logo: a pipe with two flanges, the only element in the brand colour. */
function Logo({ size = 24 }: LogoProps) {
  return (
    <svg
      className={styles.logo}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      role="presentation"
    >
      <path d="M4 17h4a4 4 0 0 0 4-4v-2a4 4 0 0 1 4-4h4" strokeWidth="3" />
      <path d="M4 13.5v7M20 3.5v7" strokeWidth="2.5" />
    </svg>
  );
}
