'use client';

import { Activity, type ReactNode, useState } from 'react';
import { DocumentScope } from '@/components/editor/use-editor';
import { useRunLens } from '@/components/run-state/use-run';
import { clsx } from '@/components/ui/clsx';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { useDesk } from './desk-context';
import styles from './panel-tabs.module.css';
import { type DeskPanel, offeredIn } from './panels';

export interface PanelTabsProps<Id extends string> {
  label: string;
  panels: readonly DeskPanel<Id>[];
  /** The open panel; undefined while all are closed. */
  shown: Id | undefined;
  onShow: (id: Id) => void;
  /** Panels that are left out, because the screen is too small. */
  without?: readonly Id[];
  size?: 'md' | 'sm';
  /** Shown at the right end of the tabs. */
  end?: ReactNode;
  className?: string;
}

/** Panels as tabs. An opened panel stays mounted and keeps its search text, scroll position and drafts. */
export function PanelTabs<Id extends string>(props: PanelTabsProps<Id>) {
  const { label, panels, shown, onShow, without = [], size = 'md', end, className } = props;
  const { mode, session } = useDesk();
  const { runId } = useRunLens();
  const opened = useOpened(shown);
  const offered = offeredIn(mode, panels).filter(({ id }) => !without.includes(id));
  const kept = panels.filter((panel) => opened.has(panel.id) && (panel.of !== 'run' || runId !== undefined));
  return (
    <Tabs
      value={shown ?? ''}
      onValueChange={(value) => {
        const panel = offered.find(({ id }) => id === value);
        if (panel !== undefined) onShow(panel.id);
      }}
      className={clsx(styles.tabs, className)}
    >
      <TabList label={label} size={size} end={end}>
        {offered.map(({ id, title, Badge }) => (
          <Tab key={id} value={id}>
            {title}
            {Badge && <Badge />}
          </Tab>
        ))}
      </TabList>
      {kept.map((panel) => (
        <Activity
          key={panel.of === 'run' ? `${panel.id} ${runId}` : panel.id}
          mode={panel.id === shown ? 'visible' : 'hidden'}
        >
          <TabPanel keep value={panel.id} className={styles.panel}>
            {panel.of === 'document' ? (
              <DocumentScope value={session}>
                <panel.Panel />
              </DocumentScope>
            ) : (
              <panel.Panel />
            )}
          </TabPanel>
        </Activity>
      ))}
    </Tabs>
  );
}

/** All panels that have been opened. The others are not loaded. */
function useOpened<Id extends string>(shown: Id | undefined): ReadonlySet<Id> {
  const [opened, setOpened] = useState<ReadonlySet<Id>>(() => new Set(shown === undefined ? [] : [shown]));
  if (shown === undefined || opened.has(shown)) return opened;
  const next = new Set([...opened, shown]);
  setOpened(next);
  return next;
}
