'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useSyncExternalStore } from 'react';
import { queryFor } from '@/client/queries';
import { noticeEndpoints } from '@/lib/contracts/endpoints/notices';
import { MAX_UNREAD } from '@/lib/contracts/notices';
import { Icon, type IconName } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import { Menu, MenuHeading, MenuRadio } from '../ui/menu';
import { createListeners } from '../ui/observable';
import { Tooltip } from '../ui/tooltip';
import styles from './rail.module.css';
import { parseTheme, THEME_KEY, type Theme } from './theme';

interface Place {
  readonly href: string;
  readonly label: string;
  readonly icon: IconName;
  /** Other pages of the place. */
  readonly more?: readonly string[];
}

const PLACES: readonly Place[] = [
  { href: '/pipelines', label: 'Pipelines', icon: 'flow' },
  { href: '/runs', label: 'Runs', icon: 'runs' },
  { href: '/inbox', label: 'Inbox', icon: 'inbox' },
  {
    href: '/deployments',
    label: 'Models, deployments and clusters',
    icon: 'cube',
    more: ['/models', '/clusters'],
  },
  { href: '/workers', label: 'Workers', icon: 'server' },
  { href: '/actions', label: 'Actions', icon: 'book' },
];

const SETTINGS: Place = { href: '/settings', label: 'Settings', icon: 'gear' };

/** The navigation at the left of every page. */
export function Rail() {
  const path = usePathname();
  const unread = useUnread();
  const link = ({ href, label: place, icon, more = [] }: Place) => {
    const here = [href, ...more].some((page) => path === page || path.startsWith(`${page}/`));
    const count = href === '/inbox' && unread > 0 ? countText(unread) : undefined;
    const label = count === undefined ? place : `${place}, ${count} unread`;
    return (
      <Tooltip key={href} content={label} side="right">
        <Link href={href} aria-label={label} aria-current={here ? 'page' : undefined} className={styles.item}>
          <Icon name={icon} size={18} />
          {count !== undefined && (
            <span className={styles.unread} aria-hidden>
              {count}
            </span>
          )}
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

/** Interval of counting unread notices, in ms. */
const COUNT_MS = 15_000;

/** Number of unread notices; 0 until it is loaded. */
function useUnread(): number {
  const { data } = useQuery({ ...queryFor(noticeEndpoints.unread, {}), refetchInterval: COUNT_MS });
  return data?.unread ?? 0;
}

function countText(unread: number): string {
  return unread < MAX_UNREAD ? String(unread) : `${MAX_UNREAD - 1}+`;
}

const CHOICES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Chooses light, dark or the system's theme. */
function ThemeMenu() {
  const [theme, setTheme] = useTheme();
  return (
    <Menu
      side="right"
      align="end"
      trigger={
        <IconButton icon="half" iconSize={18} label="Theme" tooltipSide="right" className={styles.item} />
      }
    >
      <MenuHeading>Theme</MenuHeading>
      <MenuRadio value={theme} onValueChange={setTheme} choices={CHOICES} />
    </Menu>
  );
}

const listeners = createListeners();

/** For a browser without storage: the choice is lost with the page. */
let unstored: Theme | undefined;

function read(): Theme {
  if (unstored !== undefined) return unstored;
  try {
    return parseTheme(localStorage.getItem(THEME_KEY));
  } catch {
    return 'system';
  }
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== THEME_KEY && event.key !== null) return;
    apply(read());
    listener();
  };
  const remove = listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    remove();
    window.removeEventListener('storage', onStorage);
  };
}

function choose(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme);
    unstored = undefined;
  } catch {
    unstored = theme;
  }
  apply(theme);
  listeners.notify();
}

/** The chosen theme and its setter; other tabs follow. */
function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore<Theme>(subscribe, read, () => 'system');
  return [theme, choose];
}
