'use client';

import { Count } from '@/components/ui/count';
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
  const tabs = [
    { id: 'run-inputs', label: 'Inputs', count: undefined },
    { id: 'run-output', label: 'Output', count: undefined },
    { id: 'run-attempts', label: 'Attempts', count: unit?.attempts.length },
    { id: 'run-logs', label: 'Logs', count: attempt?.logs.length },
  ];
  return (
    <nav className={styles.tabs} aria-label="Sections">
      {tabs.map(({ id, label, count }) => (
        <button
          key={id}
          type="button"
          className={styles.tab}
          aria-current={id === active}
          onClick={() => document.getElementById(id)?.scrollIntoView({ block: 'start' })}
        >
          {label}
          {count ? <Count value={count} /> : null}
        </button>
      ))}
    </nav>
  );
}
