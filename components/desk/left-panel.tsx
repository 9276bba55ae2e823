'use client';

import type { LeftTab } from '@/components/editor/model/store';
import { Outline } from '@/components/editor/outline/outline';
import { Palette } from '@/components/editor/palette/palette';
import { useEditor, useSession } from '@/components/editor/use-editor';
import { RunsPanel } from '@/components/run/runs-panel';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import styles from './desk.module.css';

export interface LeftPanelProps {
  onOpenRun: (runId: string) => void;
  /** There is no room for a canvas: nothing to drag an action onto. */
  narrow: boolean;
}

const TABS: readonly { readonly id: LeftTab; readonly title: string }[] = [
  { id: 'palette', title: 'Palette' },
  { id: 'outline', title: 'Outline' },
  { id: 'runs', title: 'Runs' },
];

/** Palette, outline and runs. */
export function LeftPanel({ onOpenRun, narrow }: LeftPanelProps) {
  const { store, pipelineId } = useSession();
  const left = useEditor((state) => state.panel.left);
  const shown = narrow && left === 'palette' ? 'outline' : left;
  return (
    <Tabs
      value={shown}
      onValueChange={(value) => {
        const tab = TABS.find(({ id }) => id === value);
        if (tab !== undefined) store.set({ panel: { ...store.getState().panel, left: tab.id } });
      }}
      className={styles.left}
    >
      <TabList label="Left panel">
        {TABS.filter(({ id }) => !narrow || id !== 'palette').map(({ id, title }) => (
          <Tab key={id} value={id}>
            {title}
          </Tab>
        ))}
      </TabList>
      <TabPanel value="palette" className={styles.leftPanel}>
        <Palette />
      </TabPanel>
      <TabPanel value="outline" className={styles.leftPanel}>
        <Outline />
      </TabPanel>
      <TabPanel value="runs" className={styles.leftPanel}>
        <RunsPanel pipelineId={pipelineId} onOpen={onOpenRun} />
      </TabPanel>
    </Tabs>
  );
}
