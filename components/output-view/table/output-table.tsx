'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef, useState } from 'react';
import { TextDialog } from '@/components/json-tree/text-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { saveFile } from '@/components/ui/save-file';
import { useRowSize, useTextScale } from '@/components/ui/use-text-scale';
import type { JsonObject } from '@/engine/json';
import { ColumnSummary } from './column-summary';
import type { Column } from './columns';
import { toCsv } from './csv';
import styles from './output-table.module.css';
import { TableHead } from './table-head';
import { TableRow } from './table-row';
import { useTable } from './use-table';

export interface OutputTableProps {
  rows: readonly JsonObject[];
  /** `Output of score`. */
  label: string;
  /** Name of the downloaded file: `run-131-score-output.csv`. */
  fileName: string;
  /** Shown before the buttons: which part of the output it is. */
  source?: ReactNode;
}

const ROW_HEIGHT = 26;

/** A list of objects as a table: sorted by a column, filtered by columns, with statistics of a column. */
export function OutputTable({ rows, label, fileName, source }: OutputTableProps) {
  const table = useTable(rows);
  const [hasFilters, setHasFilters] = useState(false);
  const [opened, setOpened] = useState<{ title: string; text: string }>();
  const scroller = useRef<HTMLDivElement>(null);
  const scale = useTextScale();
  const rowHeight = ROW_HEIGHT * scale;
  const virtual = useVirtualizer({
    count: table.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  useRowSize(virtual, rowHeight);
  const hidden = table.allColumns.length - table.columns.length;
  const grid = gridOf(table.columns, rows.length, scale);

  function download() {
    const names = table.allColumns.map(({ name }) => name);
    saveFile(
      fileName,
      toCsv(
        names,
        table.rows.map(({ row }) => row),
      ),
      'text/csv',
    );
  }

  return (
    <div className={styles.box}>
      <div className={styles.bar}>
        {source}
        <span role="status" className={styles.count}>
          {countText(table.rows.length, rows.length)}
          {hidden > 0 && `, first ${table.columns.length} of ${table.allColumns.length} columns`}
        </span>
        <IconButton
          size="sm"
          iconSize={14}
          icon="filter"
          label="Filter"
          pressed={hasFilters}
          onClick={() => {
            setHasFilters(!hasFilters);
            if (hasFilters) table.clearFilters();
          }}
        />
        <IconButton size="sm" iconSize={14} icon="download" label="Download as CSV" onClick={download} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long table must be scrollable with the keyboard. */}
      <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label={`Rows of ${label}`}>
        <table
          aria-label={label}
          aria-rowcount={table.rows.length + 1}
          aria-colcount={table.columns.length + 1}
          className={styles.table}
          style={{ minWidth: grid.minWidth }}
        >
          <TableHead table={table} template={grid.template} hasFilters={hasFilters} />
          <tbody className={styles.rows} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const row = table.rows[item.index];
              if (!row) return null;
              return (
                <TableRow
                  key={row.index}
                  row={row}
                  position={item.index}
                  top={item.start}
                  columns={table.columns}
                  template={grid.template}
                  onOpen={(title, text) => setOpened({ title, text })}
                />
              );
            })}
          </tbody>
        </table>
        {table.rows.length === 0 && <p className={styles.none}>No rows match the filters.</p>}
      </section>
      {table.chosen && <ColumnSummary column={table.chosen} rows={table.rows} total={rows.length} />}
      {opened && <TextDialog title={opened.title} text={opened.text} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

/** Widths of columns at the usual text size, in px: of the positions by their digits. */
const DIGIT = 8;
const NUMBER = 72;
const TEXT = 120;
const GAP = 8;

/** The columns of every line. Lines are grids of their own, so nothing in them may change a width. */
function gridOf(
  columns: readonly Column[],
  length: number,
  scale: number,
): { template: string; minWidth: number } {
  const index = scale * DIGIT * Math.max(3, String(length).length);
  const widths = columns.map(({ isNumeric }) => scale * (isNumeric ? NUMBER : TEXT));
  const minWidth = widths.reduce((sum, width) => sum + width + GAP, index + 2 * GAP);
  return { template: `${index}px ${widths.map((width) => `minmax(${width}px, 1fr)`).join(' ')}`, minWidth };
}

function countText(shown: number, all: number): string {
  const total = all.toLocaleString('en');
  const noun = all === 1 ? 'row' : 'rows';
  return shown === all ? `${total} ${noun}` : `${shown.toLocaleString('en')} of ${total} ${noun}`;
}
