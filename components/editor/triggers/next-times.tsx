'use client';

import { formatInZone, formatUntil } from '@/components/ui/format';
import { useNow } from '@/components/ui/use-time';
import { ownZone } from './model/zones';
import styles from './next-times.module.css';

export interface NextTimesProps {
  /** ISO 8601, the nearest first. */
  times: readonly string[];
  /** The zone they are meant in. @default the reader's own */
  zone: string | undefined;
}

/** Due times: how far away, in the zone they are meant in, and in the reader's own where that is another one. */
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
