'use client';

import { Count } from '@/components/ui/count';
import { Tag } from '@/components/ui/tag';
import { usePauses } from '../debug/pause-context';
import styles from './section-tabs.module.css';
import type { UnitSelection } from './selection';

export interface SectionTabsProps {
  selected: UnitSelection;
  /** Id of the visible section. */
  active: string;
}

/** Links to the sections of the inspector, which share one scroll area. */
export function SectionTabs({ selected, active }: SectionTabsProps) {
  const { attempt, unit } = selected;
  const edited = useEditedCount(selected);
  const isPaused = unit?.pause !== undefined;
  const tabs = [
    { id: 'run-inputs', label: 'Inputs', count: undefined },
    { id: 'run-output', label: 'Output', count: undefined },
    ...(isPaused || unit?.answered.length
      ? [{ id: 'run-breakpoint', label: 'Breakpoint', count: undefined }]
      : []),
    // Before the first attempt of a paused unit its place belongs to the breakpoint.
    ...(isPaused && unit.attempts.length === 0
      ? []
      : [{ id: 'run-attempts', label: 'Attempts', count: unit?.attempts.length }]),
    { id: 'run-logs', label: 'Logs', count: attempt?.logs.length },
  ];
  return (
    <nav className={styles.tabs} aria-label="Sections">
      {tabs.map(({ id, label, count }) => (
        <button
          key={id}
          type="button"
          className={styles.tab}
          aria-current={id === (active === 'run-scope' ? 'run-inputs' : active)}
          onClick={() => document.getElementById(id)?.scrollIntoView({ block: 'start' })}
        >
          {label}
          {count ? <Count value={count} /> : null}
          {id === 'run-inputs' && edited > 0 && <Tag status="running">{edited} edited</Tag>}
        </button>
      ))}
    </nav>
  );
}

/** Number of inputs that a person edited during the open pause. */
function useEditedCount({ step, iteration, unit }: UnitSelection): number {
  const pauses = usePauses();
  if (pauses === undefined || unit?.pause === undefined) return 0;
  const { edited } = pauses.typedOf({ step, iteration, pause: unit.pause });
  return Object.keys(edited ?? {}).length;
}
