import { formatBytes } from '@/components/ui/format';
import type { CapacityInfo } from '@/lib/contracts/clusters';
import styles from './clusters.module.css';

/** Formats an amount of the resource. */
export type CapacityUnit = 'cores' | 'bytes' | 'GPUs';

export interface CapacityBarProps {
  label: string;
  capacity: CapacityInfo;
  unit: CapacityUnit;
  /** The used amount: measured use, or requests of pods. */
  taken: 'used' | 'requested';
}

/** One resource of a cluster, as a bar and as text. */
export function CapacityBar({ label, capacity, unit, taken }: CapacityBarProps) {
  const { total, free } = capacity;
  const used = total - free;
  const text = (amount: number) => amountOf(amount, unit);
  const ofTotal = unit === 'bytes' ? `of ${text(total)}` : `of ${text(total)} ${unit}`;
  return (
    <div className={styles.capacity}>
      <span>{label}</span>
      <span
        role="img"
        aria-label={`${label}: ${text(used)} ${taken}, ${text(free)} free, ${ofTotal}`}
        className={styles.bar}
      >
        <i style={{ width: `${total === 0 ? 0 : (used / total) * 100}%` }} />
      </span>
      <span className={styles.figures} aria-hidden>
        <span>
          <b>{text(used)}</b> {taken}
        </span>
        <span>
          <b>{text(free)}</b> free
        </span>
        <span className={styles.end}>{ofTotal}</span>
      </span>
    </div>
  );
}

function amountOf(amount: number, unit: CapacityUnit): string {
  if (unit === 'bytes') return formatBytes(Math.round(amount));
  return String(Math.round(amount * 10) / 10);
}
