'use client';

import { formatInZone, formatUntil } from '@/components/ui/format';
import { useNow } from '@/components/ui/use-time';
import { ownZone } from './model/zones';
import styles from './next-times.module.css';

export interface NextTimesProps {
  /** ISO 8601, nearest first. */
  times: readonly string[];
  /**
   * The zone of the schedule.
   * @default the zone of the browser
   */
  zone: string | undefined;
}

/** Due times: relative, in the zone of the schedule, and in the zone of the browser if it differs. */
export function NextTimes({ times, zone }: NextTimesProps) {
  const now = useNow('second');
  const own = ownZone();
  const meant = zone ?? own;
  const differs = times.some((time) => formatInZone(time, meant, now) !== formatInZone(time, own, now));
  return (
    <table className={styles.times}>
      <thead>
        <tr>
          <th scope="col">Due</th>
          <th scope="col">{meant}</th>
          {differs && <th scope="col">Local ({own})</th>}
        </tr>
      </thead>
      <tbody>
        {times.map((time) => (
          <tr key={time}>
            <td>{formatUntil(time, now)}</td>
            <td>
              <time dateTime={time}>{formatInZone(time, meant, now)}</time>
            </td>
            {differs && <td>{formatInZone(time, own, now)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
