import Link from 'next/link';
import type { ReactNode } from 'react';
import { PageHeader } from '../shell/page-header';
import styles from './settings-header.module.css';

const PAGES = [
  { href: '/settings/secrets', label: 'Secrets' },
  { href: '/settings/channels', label: 'Channels' },
  { href: '/settings/audit', label: 'Audit log' },
] as const;

export interface SettingsHeaderProps {
  /** The current page. */
  here: (typeof PAGES)[number]['href'];
  /** One sentence with the facts of the page. */
  children: ReactNode;
  /** Buttons, the primary one last. */
  actions?: ReactNode;
}

/** Title of the settings, with links to their pages. */
export function SettingsHeader({ here, children, actions }: SettingsHeaderProps) {
  return (
    <>
      <PageHeader title="Settings" actions={actions}>
        {children}
      </PageHeader>
      <nav aria-label="Settings" className={styles.pages}>
        {PAGES.map(({ href, label }) => (
          <Link key={href} href={href} aria-current={href === here ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
    </>
  );
}
