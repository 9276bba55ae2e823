import { listTarget } from '@/components/ui/list-navigation';
import type { OutlineEntry } from './outline-rows';

/**
 * The row that a key moves to, as in every tree: up, down, first and last, to the first child with the right arrow, and
 * to the parent with the left one. Undefined for any other key.
 */
export function treeTarget(key: string, rows: readonly OutlineEntry[], at: number): number | undefined {
  const level = rows[at]?.level;
  if (level !== undefined && key === 'ArrowRight') {
    const next = rows[at + 1];
    return next !== undefined && next.level > level ? at + 1 : at;
  }
  if (level !== undefined && key === 'ArrowLeft') {
    const parent = rows.findLastIndex((row, index) => index < at && row.level < level);
    return parent < 0 ? at : parent;
  }
  return listTarget(key, { at, count: rows.length });
}
