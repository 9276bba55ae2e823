'use client';

import { clsx } from '@/components/ui/clsx';
import { type Column, cellOf, cellText } from './columns';
import type { IndexedRow } from './filter';
import styles from './output-table.module.css';

export interface TableRowProps {
  row: IndexedRow;
  /** Among the shown rows, from 0. */
  position: number;
  /** Distance from the top of the rows, px. */
  top: number;
  columns: readonly Column[];
  template: string;
  /** Shows a value in full. */
  onOpen: (title: string, text: string) => void;
}

/** Characters of a text that surely fit into a cell. */
const SHORT = 16;

/** One row; long texts, lists and objects open in full. */
export function TableRow({ row: { index, row }, position, top, columns, template, onOpen }: TableRowProps) {
  return (
    <tr
      aria-rowindex={position + 2}
      className={clsx(styles.line, styles.row)}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
    >
      <th scope="row" className={styles.index}>
        {index}
      </th>
      {columns.map(({ name, isNumeric }) => {
        const value = cellOf(row, name);
        const text = cellText(value);
        const isOpened = (typeof value === 'object' && value !== null) || text.length > SHORT;
        return (
          <td key={name} className={clsx(styles.cell, isNumeric && styles.numeric)}>
            {isOpened && typeof value !== 'number' ? (
              <button
                type="button"
                className={styles.open}
                onClick={() =>
                  onOpen(
                    `${name} of row ${index}`,
                    typeof value === 'string' ? value : JSON.stringify(value, null, 2),
                  )
                }
              >
                {text}
              </button>
            ) : (
              text
            )}
          </td>
        );
      })}
    </tr>
  );
}
