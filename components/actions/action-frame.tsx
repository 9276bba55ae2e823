import type { ReactNode } from 'react';
import { AppShell } from '../shell/app-shell';
import { TopBar } from '../shell/top-bar';
import styles from './action-frame.module.css';
import { ActionList } from './action-list';
import type { CatalogueEntry } from './entry';

export interface ActionFrameProps {
  /** Title of the page. */
  title: string;
  entries: readonly CatalogueEntry[];
  /** Type of the action whose page this is. */
  current?: string;
  children: ReactNode;
}

/** A page of the catalogue with the list of all actions. */
export function ActionFrame({ title, entries, current, children }: ActionFrameProps) {
  return (
    <AppShell
      layout="canvas"
      top={<TopBar crumbs={[{ label: 'Actions', href: '/actions' }, { label: title }]} />}
    >
      <div className={styles.frame}>
        <ActionList entries={entries} {...(current === undefined ? {} : { current })} />
        <div className={styles.page}>{children}</div>
      </div>
    </AppShell>
  );
}
