'use client';

import { FILTER_ORDER, filterLook } from '@/components/run-state/filters';
import { Checkbox } from '@/components/ui/checkbox';
import { FilterBar } from '@/components/ui/filter-bar';
import { FilterPills } from '@/components/ui/filter-pills';
import { Select } from '@/components/ui/select';
import type { RunCounts, RunFilter } from '@/lib/contracts/runs';
import { countText, type RunChoice } from './run-choice';
import styles from './run-filters.module.css';

export interface RunFiltersProps {
  choice: RunChoice;
  onChoose: (choice: RunChoice) => void;
  pipelines: readonly { readonly id: string; readonly name: string }[];
  /** Number of runs by status; undefined until they are loaded. */
  counts: RunCounts | undefined;
}

/** Filters of the list: statuses as pills with counts, and one pipeline. */
export function RunFilters({ choice, onChoose, pipelines, counts }: RunFiltersProps) {
  return (
    <FilterBar
      end={
        <>
          <Select
            size="sm"
            soft
            aria-label="Pipeline"
            value={choice.pipeline ?? ''}
            onChange={(event) => onChoose({ ...choice, pipeline: event.target.value || undefined })}
            className={styles.pipeline}
          >
            <option value="">All pipelines</option>
            {pipelines.map((pipeline) => (
              <option key={pipeline.id} value={pipeline.id}>
                {pipeline.name}
              </option>
            ))}
          </Select>
          <Checkbox checked={choice.kept} onCheckedChange={(kept) => onChoose({ ...choice, kept })}>
            Pinned only
          </Checkbox>
        </>
      }
    >
      <FilterPills<RunFilter | typeof ALL>
        label="Status"
        value={choice.status ?? ALL}
        onValueChange={(status) => onChoose({ ...choice, status: status === ALL ? undefined : status })}
        pills={[undefined, ...FILTER_ORDER].map((status) => ({
          value: status ?? ALL,
          count: counts ? countText(counts, status) : '',
          ...(status ? filterLook(status) : { label: 'All' }),
        }))}
      />
    </FilterBar>
  );
}

const ALL = 'all';
