'use client';

import { useRef } from 'react';
import type { ActivityWindow, DeploymentSummary } from '@/lib/contracts/deployments';
import { FilterBar } from '../ui/filter-bar';
import { FilterBox } from '../ui/filter-box';
import { FilterPills } from '../ui/filter-pills';
import { Segmented } from '../ui/segmented';
import { Select } from '../ui/select';
import { useShortcuts } from '../ui/use-shortcuts';
import { countDeployments, DEPLOYMENT_FILTERS, type DeploymentSelection, deploymentsOn } from './filter';

export interface DeploymentFiltersProps {
  deployments: readonly DeploymentSummary[];
  selection: DeploymentSelection;
  window: ActivityWindow;
  onSelect: (selection: DeploymentSelection) => void;
  onWindow: (window: ActivityWindow) => void;
}

const WINDOWS = [
  { value: '1h', label: '1 h' },
  { value: '24h', label: '24 h' },
] as const;

const LOOKS = {
  all: { label: 'All' },
  active: { label: 'Active', icon: 'completed', status: 'completed' },
  changing: { label: 'Changing', icon: 'running', status: 'running' },
  attention: { label: 'Needs attention', icon: 'warn', status: 'failed' },
} as const;

/** Filters the list of deployments by text, state and cluster, and chooses the period of its figures. */
export function DeploymentFilters({
  deployments,
  selection,
  window,
  onSelect,
  onWindow,
}: DeploymentFiltersProps) {
  const { filter, query, cluster } = selection;
  const box = useRef<HTMLInputElement>(null);
  const chosen = cluster === undefined ? [] : [cluster];
  const clusters = [...new Set([...deployments.map(({ cluster_id: id }) => id), ...chosen])].sort();
  const onQuery = (changed: string) => onSelect({ ...selection, query: changed });
  useShortcuts({ '/': () => box.current?.focus() });
  return (
    <FilterBar
      end={
        <>
          {clusters.length > 1 && (
            <Select
              size="sm"
              aria-label="Cluster"
              value={cluster ?? ''}
              onChange={({ target }) => onSelect({ ...selection, cluster: target.value || undefined })}
            >
              <option value="">All clusters</option>
              {clusters.map((id) => (
                <option key={id} value={id}>
                  {id}
                </option>
              ))}
            </Select>
          )}
          <Segmented
            label="Period of the figures"
            value={window}
            onValueChange={onWindow}
            segments={WINDOWS}
          />
        </>
      }
    >
      <FilterBox ref={box} label="Filter deployments" value={query} onValueChange={onQuery} />
      <FilterPills
        label="State"
        value={filter}
        onValueChange={(changed) => onSelect({ ...selection, filter: changed })}
        pills={DEPLOYMENT_FILTERS.map((value) => ({
          value,
          count: countDeployments(deploymentsOn(deployments, cluster), value),
          ...LOOKS[value],
        }))}
      />
    </FilterBar>
  );
}
