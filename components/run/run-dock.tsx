'use client';

import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { Tab } from '@/components/ui/tab';
import { TabList } from '@/components/ui/tab-list';
import { TabPanel } from '@/components/ui/tab-panel';
import { Tabs } from '@/components/ui/tabs';
import { LogsPanel } from './logs-panel';
import styles from './run-dock.module.css';
import { TimelinePanel } from './timeline-panel';

const FIRST_HEIGHT = 240;
const LEAST_HEIGHT = 120;
const KEY_STEP = 24;

/** The lower part of the run page: when things happened, and what was said meanwhile. */
export function RunDock() {
  const [tab, setTab] = useState('timeline');
  const [open, setOpen] = useState(true);
  const [height, setHeight] = useState(FIRST_HEIGHT);

  function resize(next: number) {
    setHeight(Math.min(window.innerHeight * 0.7, Math.max(LEAST_HEIGHT, next)));
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    const grip = event.currentTarget;
    const from = event.clientY;
    const before = height;
    grip.setPointerCapture(event.pointerId);
    const onMove = (move: globalThis.PointerEvent) => resize(before + from - move.clientY);
    grip.addEventListener('pointermove', onMove);
    grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', onMove), {
      once: true,
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowUp: KEY_STEP, ArrowDown: -KEY_STEP }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    resize(height + by);
  }

  return (
    <div className={styles.dock} style={open ? { height } : undefined}>
      {open && (
        // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is not a thematic break.
        <div
          role="separator"
          aria-orientation="horizontal"
          aria-label="Dock height"
          aria-valuenow={Math.round(height)}
          aria-valuemin={LEAST_HEIGHT}
          tabIndex={0}
          className={styles.grip}
          onPointerDown={onPointerDown}
          onKeyDown={onKeyDown}
        />
      )}
      <Tabs
        value={tab}
        onValueChange={(next) => {
          setTab(next);
          setOpen(true);
        }}
        className={styles.tabs}
      >
        <TabList
          label="Dock"
          size="sm"
          end={
            <IconButton
              size="sm"
              icon={open ? 'down' : 'outline'}
              label={open ? 'Close dock' : 'Open dock'}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            />
          }
        >
          <Tab value="timeline">Timeline</Tab>
          <Tab value="logs">Logs</Tab>
        </TabList>
        {open && (
          <>
            <TabPanel value="timeline" className={styles.panel}>
              <TimelinePanel />
            </TabPanel>
            <TabPanel value="logs" className={styles.panel}>
              <LogsPanel />
            </TabPanel>
          </>
        )}
      </Tabs>
    </div>
  );
}
