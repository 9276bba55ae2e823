import { formatBytes } from '@/components/ui/format';
import styles from './capacity-bar.module.css';

/** Formats an amount of the resource. */
export type CapacityUnit = 'cores' | 'bytes' | 'GPUs';

export interface CapacityBarProps {
  label: string;
  total: number;
  /** Measured use; undefined where only reservations are known. */
  used?: number | undefined;
  /** Reserved for deployments or pods; undefined for resources without reservations. */
  reserved?: number | undefined;
  unit: CapacityUnit;
}

/** The use of one resource of a cluster: used is solid, reserved is hatched. The text states the same. */
export function CapacityBar({ label, total, used, reserved, unit }: CapacityBarProps) {
  const text = (amount: number) => amountOf(amount, unit);
  const taken = Math.min(total, Math.max(used ?? 0, reserved ?? 0));
  const parts = [
    ...(used === undefined ? [] : [{ amount: text(used), word: 'used' }]),
    ...(reserved === undefined ? [] : [{ amount: text(reserved), word: 'reserved' }]),
    { amount: text(total - taken), word: 'free' },
  ];
  const ofTotal = unit === 'bytes' ? `of ${text(total)}` : `of ${text(total)} ${unit}`;
  const share = (amount: number) => `${total === 0 ? 0 : Math.min(100, (amount / total) * 100)}%`;
  return (
    <div className={styles.capacity}>
      <span>{label}</span>
      <span
        role="img"
        aria-label={`${label}: ${parts.map(({ amount, word }) => `${amount} ${word}`).join(', ')}, ${ofTotal}`}
        className={styles.bar}
      >
        <i className={styles.reserved} style={{ width: share(reserved ?? 0) }} />
        <i className={styles.used} style={{ width: share(used ?? 0) }} />
      </span>
      <span className={styles.figures} aria-hidden>
        {parts.map(({ amount, word }) => (
          <span key={word}>
            <b>{amount}</b> {word}
          </span>
        ))}
        <span className={styles.end}>{ofTotal}</span>
      </span>
    </div>
  );
}

/** The legend of the bars. */
export function CapacityLegend() {
  return (
    <ul className={styles.legend} aria-label="Legend">
      <li>
        <i className={styles.used} aria-hidden /> used, measured
      </li>
      <li>
        <i className={styles.reserved} aria-hidden /> reserved
      </li>
      <li>
        <i aria-hidden /> free
      </li>
    </ul>
  );
}

function amountOf(amount: number, unit: CapacityUnit): string {
  if (unit === 'bytes') return formatBytes(Math.round(amount));
  return String(Math.round(amount * 10) / 10);
}
