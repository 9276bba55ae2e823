'use client';

import { FILTER_ORDER, filterLook } from '@/components/run-state/filters';
import type { LastRunStatus, PipelineCounts, PipelineSort } from '@/lib/contracts/pipeline-list';
import { LAST_RUN_STATUSES } from '@/lib/contracts/pipeline-list';
import { FilterBar } from '../ui/filter-bar';
import { FilterPills } from '../ui/filter-pills';
import { Select } from '../ui/select';
import type { ListChoice } from './list-choice';
import styles from './list-filters.module.css';

export interface ListFiltersProps {
  choice: ListChoice;
  onChoose: (part: Partial<ListChoice>) => void;
  counts: PipelineCounts;
}

const ALL = 'all';

const ORDER: readonly LastRunStatus[] = [...FILTER_ORDER, 'never'];

const SORTS: Readonly<Record<PipelineSort, string>> = {
  changed: 'Last edited',
  name: 'Name',
  last_run: 'Last run',
};

/** Filters of the list by status of the last run, folder and tag, and its order. Unused filters are hidden. */
export function ListFilters({ choice, onChoose, counts }: ListFiltersProps) {
  const all = LAST_RUN_STATUSES.reduce((sum, status) => sum + counts.statuses[status], 0);
  const statuses = ORDER.filter((status) => counts.statuses[status] > 0 || status === choice.status);
  return (
    <FilterBar
      end={
        <>
          <Choice
            label="Folder"
            all="All folders"
            value={choice.folder}
            options={counts.folders}
            onChoose={(folder) => onChoose({ folder })}
          />
          <Choice
            label="Tag"
            all="All tags"
            value={choice.tag}
            options={counts.tags}
            onChoose={(tag) => onChoose({ tag })}
          />
          <Select
            size="sm"
            soft
            aria-label="Sort by"
            value={choice.sort}
            onChange={(event) => {
              const sort = SORT_KEYS.find((key) => key === event.target.value);
              if (sort) onChoose({ sort });
            }}
            className={styles.select}
          >
            {SORT_KEYS.map((sort) => (
              <option key={sort} value={sort}>
                Sort: {SORTS[sort]}
              </option>
            ))}
          </Select>
        </>
      }
    >
      <FilterPills<LastRunStatus | typeof ALL>
        label="Status of the last run"
        value={choice.status ?? ALL}
        onValueChange={(status) => onChoose({ status: status === ALL ? undefined : status })}
        pills={[
          { value: ALL, label: 'All', count: all.toLocaleString('en') },
          ...statuses.map((status) => ({
            value: status,
            count: counts.statuses[status].toLocaleString('en'),
            ...(status === 'never' ? { label: 'Never run' } : filterLook(status)),
          })),
        ]}
      />
    </FilterBar>
  );
}

const SORT_KEYS: readonly PipelineSort[] = ['changed', 'name', 'last_run'];

interface ChoiceProps {
  label: string;
  /** Text of the option that selects all. */
  all: string;
  value: string | undefined;
  options: PipelineCounts['folders'];
  onChoose: (name: string | undefined) => void;
}

/** A filter by a name; nothing while there are no names. */
function Choice({ label, all, value, options, onChoose }: ChoiceProps) {
  if (options.length === 0 && value === undefined) return null;
  const isKnown = value === undefined || options.some(({ name }) => name === value);
  const shown = isKnown ? options : [{ name: value, count: 0 }, ...options];
  return (
    <Select
      size="sm"
      soft
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChoose(event.target.value || undefined)}
      className={styles.select}
    >
      <option value="">{all}</option>
      {shown.map(({ name, count }) => (
        <option key={name} value={name}>
          {name} ({count.toLocaleString('en')})
        </option>
      ))}
    </Select>
  );
}
