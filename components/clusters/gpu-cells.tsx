import styles from './gpu-cells.module.css';
import type { GpuGroup } from './gpu-groups';

export interface GpuCellsProps {
  groups: readonly GpuGroup[];
}

/** Maximum of cells of a group; the text beside them is exact. */
const MOST_CELLS = 32;

/** The GPUs of a cluster by model, one cell for each device. The text beside the cells has the same counts. */
export function GpuCells({ groups }: GpuCellsProps) {
  return (
    <ul className={styles.groups} aria-label="GPUs by model">
      {groups.map((group) => (
        <li key={group.type}>
          <span className={styles.type}>{group.type}</span>
          {group.total <= MOST_CELLS && (
            <span className={styles.cells} aria-hidden>
              {cellsOf(group).map((cell, index) => (
                <i key={index} data-cell={cell} title={cell} />
              ))}
            </span>
          )}
          <span className={styles.text}>{textOf(group)}</span>
        </li>
      ))}
    </ul>
  );
}

type Cell = 'used' | 'reserved' | 'free' | 'offline';

function cellsOf({ total, used = 0, reserved, offline }: GpuGroup): Cell[] {
  const ready = total - offline;
  const taken = Math.min(ready, Math.max(used, reserved));
  return Array.from({ length: total }, (_, index) => {
    if (index >= ready) return 'offline';
    if (index >= taken) return 'free';
    return index < used ? 'used' : 'reserved';
  });
}

function textOf({ total, used, reserved, offline }: GpuGroup): string {
  return [
    ...(used === undefined ? [] : [`${used} used`]),
    `${reserved} reserved`,
    ...(offline === 0 ? [] : [`${offline} offline`]),
    `of ${total}`,
  ].join(', ');
}
