'use client';

import { useRef } from 'react';
import type { DeploymentSummary } from '@/lib/contracts/deployments';
import { FilterPills } from '../ui/filter-pills';
import { IconButton } from '../ui/icon-button';
import { Input } from '../ui/input';
import { Kbd } from '../ui/kbd';
import { useShortcuts } from '../ui/use-shortcuts';
import styles from './deployments.module.css';
import { countDeployments, DEPLOYMENT_FILTERS, type DeploymentFilter } from './filter';

export interface DeploymentFiltersProps {
  deployments: readonly DeploymentSummary[];
  filter: DeploymentFilter;
  query: string;
  onFilter: (filter: DeploymentFilter) => void;
  onQuery: (query: string) => void;
}

const LOOKS = {
  all: { label: 'All' },
  active: { label: 'Active', icon: 'completed', status: 'completed' },
  changing: { label: 'Changing', icon: 'running', status: 'running' },
  attention: { label: 'Needs attention', icon: 'warn', status: 'failed' },
} as const;

/** Filters the list of deployments by text and by state. */
export function DeploymentFilters({ deployments, filter, query, onFilter, onQuery }: DeploymentFiltersProps) {
  const box = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => box.current?.focus() });
  return (
    <div className={styles.filters}>
      <Input
        ref={box}
        type="search"
        size="sm"
        soft
        icon="search"
        placeholder="Filter"
        aria-label="Filter deployments"
        className={styles.search}
        value={query}
        trailing={
          query === '' ? (
            <Kbd>/</Kbd>
          ) : (
            <IconButton icon="x" iconSize={14} size="sm" label="Clear filter" onClick={() => onQuery('')} />
          )
        }
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onQuery('');
        }}
      />
      <FilterPills
        label="State"
        value={filter}
        onValueChange={onFilter}
        pills={DEPLOYMENT_FILTERS.map((value) => ({
          value,
          count: countDeployments(deployments, value),
          ...LOOKS[value],
        }))}
      />
    </div>
  );
}
