/** A cell of a grid, counted from 0. Column 0 is the run. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

/** Rows that Page Up and Page Down move by. */
const PAGE_ROWS = 15;

/** Where a key moves the focus inside a grid; undefined for other keys. */
export function movedPlace(
  place: GridPlace,
  { key, ctrlKey }: { readonly key: string; readonly ctrlKey: boolean },
  size: { readonly rows: number; readonly columns: number },
): GridPlace | undefined {
  const { row, column } = place;
  const moves: Readonly<Record<string, GridPlace>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    PageUp: { row: row - PAGE_ROWS, column },
    PageDown: { row: row + PAGE_ROWS, column },
    Home: { row: ctrlKey ? 0 : row, column: 0 },
    End: { row: ctrlKey ? size.rows - 1 : row, column: size.columns - 1 },
  };
  const moved = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return moved && { row: within(moved.row, size.rows), column: within(moved.column, size.columns) };
}

function within(value: number, count: number): number {
  return Math.max(0, Math.min(count - 1, value));
}
