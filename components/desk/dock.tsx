'use client';

import type { DockTab } from '@/components/editor/model/store';
import { editingPanels } from '@/components/editor/panels';
import { TriggerCount } from '@/components/editor/triggers/trigger-count';
import { useDiagnostics, useEditor, useEditorStore } from '@/components/editor/use-editor';
import { usePageSize } from '@/components/editor/use-page-size';
import { LogsPanel } from '@/components/run/logs-panel';
import { TimelinePanel } from '@/components/run/timeline-panel';
import { useRunLens } from '@/components/run-state/use-run';
import { Count } from '@/components/ui/count';
import { IconButton } from '@/components/ui/icon-button';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import styles from './dock.module.css';
import { Resizer, usePanelSize } from './resizer';

const FIRST = 240;
/** Triggers unfold, and have a history. */
const FIRST_OF_TRIGGERS = 360;
const MIN = 120;

/** Problems, JSON and triggers while editing, timeline and logs while a run is looked at. */
export function EditingDock() {
  const store = useEditorStore();
  const lens = useRunLens();
  const dock = useEditor((state) => state.panel.dock);
  const problems = useDiagnostics();
  const max = usePageSize().height * 0.7;
  const tabs = lens.active ? RUN_TABS : EDIT_TABS;
  const open = dock !== 'closed';
  const shown = tabs.some(({ id }) => id === dock) ? dock : (tabs[0]?.id ?? 'problems');
  const isTriggers = shown === 'triggers';
  const { size, setSize } = usePanelSize(isTriggers ? 'dock.triggers' : 'dock', {
    first: isTriggers ? FIRST_OF_TRIGGERS : FIRST,
    min: MIN,
    max,
  });
  const show = (tab: DockTab) => store.set({ panel: { ...store.getState().panel, dock: tab } });
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return (
    <>
      {open && (
        <Resizer
          label="Dock height"
          orientation="horizontal"
          grows="up"
          size={size}
          min={MIN}
          max={max}
          onResize={setSize}
        />
      )}
      <section
        className={styles.dock}
        style={open ? { height: size } : undefined}
        aria-label="Dock"
        data-dock
      >
        <Tabs
          value={open ? shown : ''}
          onValueChange={(tab) => show(tabs.find(({ id }) => id === tab)?.id ?? 'closed')}
          className={styles.tabs}
        >
          <TabList
            label="Dock"
            size="sm"
            end={
              <IconButton
                size="sm"
                icon="down"
                className={open ? undefined : styles.closed}
                label={open ? 'Close dock' : 'Open dock'}
                aria-expanded={open}
                onClick={() => show(open ? 'closed' : shown)}
              />
            }
          >
            {tabs.map(({ id, title }) => (
              <Tab key={id} value={id}>
                {title}
                {id === 'problems' && problems.length > 0 && (
                  <Count value={problems.length} status={errors > 0 ? 'failed' : 'stale'} />
                )}
                {id === 'triggers' && <TriggerCount />}
              </Tab>
            ))}
          </TabList>
          {open &&
            tabs.map(({ id, Panel }) => (
              <TabPanel key={id} value={id} className={styles.panel}>
                <Panel />
              </TabPanel>
            ))}
        </Tabs>
      </section>
    </>
  );
}

const EDIT_TABS = editingPanels;
const RUN_TABS = [
  { id: 'timeline', title: 'Timeline', Panel: TimelinePanel },
  { id: 'logs', title: 'Logs', Panel: LogsPanel },
] as const;
