'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Icon } from '../ui/icon';
import { Tooltip } from '../ui/tooltip';
import styles from './rail.module.css';
import { ThemeMenu } from './theme-menu';

const PLACES = [
  { href: '/pipelines', label: 'Pipelines', icon: 'flow' },
  { href: '/runs', label: 'Runs', icon: 'runs' },
  { href: '/workers', label: 'Workers', icon: 'server' },
  { href: '/actions', label: 'Actions', icon: 'book' },
] as const;

const SETTINGS = { href: '/settings', label: 'Settings', icon: 'gear' } as const;

type Place = (typeof PLACES)[number] | typeof SETTINGS;

/** The places of the product, at the left of every page. */
export function Rail() {
  const path = usePathname();
  const link = ({ href, label, icon }: Place) => {
    const here = path === href || path.startsWith(`${href}/`);
    return (
      <Tooltip key={href} content={label} side="right">
        <Link href={href} aria-label={label} aria-current={here ? 'page' : undefined} className={styles.item}>
          <Icon name={icon} size={18} />
        </Link>
      </Tooltip>
    );
  };
  return (
    <nav aria-label="Main" className={styles.rail}>
      {PLACES.map(link)}
      <span className={styles.space} />
      <ThemeMenu />
      {link(SETTINGS)}
    </nav>
  );
}
