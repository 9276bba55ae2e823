'use client';

import { clsx } from '@/components/ui/clsx';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import styles from './output-table.module.css';
import type { TableState } from './use-table';

export interface TableHeadProps {
  table: TableState;
  /** Widths of the columns, for `grid-template-columns`. */
  template: string;
  hasFilters: boolean;
}

/** Names of the columns, which sort, and their filters. */
export function TableHead({ table, template, hasFilters }: TableHeadProps) {
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={styles.line} style={{ gridTemplateColumns: template }}>
        <th scope="col" className={styles.index}>
          #
        </th>
        {table.columns.map(({ name, isNumeric }) => {
          const direction = table.sorting?.column === name ? table.sorting.direction : undefined;
          return (
            <th key={name} scope="col" aria-sort={direction ?? 'none'} className={styles.heading}>
              <button
                type="button"
                title={name}
                className={clsx(styles.sort, isNumeric && styles.numeric)}
                onClick={() => table.sortBy(name)}
              >
                {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} size={12} />}
                <span>{name}</span>
              </button>
            </th>
          );
        })}
      </tr>
      {hasFilters && (
        <tr className={styles.line} style={{ gridTemplateColumns: template }}>
          <td />
          {table.columns.map(({ name, isNumeric }) => (
            <td key={name}>
              <Input
                size="sm"
                soft
                mono
                aria-label={`Filter ${name}`}
                placeholder={isNumeric ? '>0.5' : 'text'}
                title="Text to find, or >1, <=1, =a, !=a, empty, !empty"
                value={table.filters.get(name) ?? ''}
                onChange={(event) => table.filter(name, event.target.value)}
              />
            </td>
          ))}
        </tr>
      )}
    </thead>
  );
}
