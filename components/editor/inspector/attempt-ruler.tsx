'use client';

import type { CSSProperties } from 'react';
import type { AttemptTimes } from '@/engine/run/time/attempt-times';
import styles from './attempt-ruler.module.css';
import { describeRuler, formatSeconds } from './ruler';

export interface AttemptRulerProps {
  ruler: AttemptTimes;
}

/** Smallest width of a wait, in percent of one attempt, so that short waits are visible. */
const MIN_WAIT = 12;

/** Attempts and the waits between them on one line. Short waits are drawn wider, so that they are visible. */
export function AttemptRuler({ ruler }: AttemptRulerProps) {
  const { attempts, attemptSeconds, waits, totalSeconds } = ruler;
  const limit = attemptSeconds === undefined ? '' : ` · ${formatSeconds(attemptSeconds)}`;
  const numbers = Array.from({ length: attempts }, (_, index) => index);
  return (
    <div className={styles.ruler} role="img" aria-label={describeRuler(ruler)}>
      <div className={styles.track}>
        {numbers.map((index) => (
          <span key={index} className={styles.pair}>
            <span className={styles.attempt}>
              {index + 1}
              {attempts <= 4 ? limit : ''}
            </span>
            {index < waits.length && (
              <span
                className={styles.wait}
                style={waitWidth(waits[index] ?? 0, attemptSeconds)}
                title={formatSeconds(waits[index] ?? 0)}
              />
            )}
          </span>
        ))}
      </div>
      <div className={styles.axis}>
        <span>0 s</span>
        {waits.map((wait, index) => (
          <span key={index}>+{formatSeconds(wait)}</span>
        ))}
        <span>{totalSeconds === undefined ? '…' : formatSeconds(totalSeconds)}</span>
      </div>
    </div>
  );
}

function waitWidth(seconds: number, attemptSeconds: number | undefined): CSSProperties {
  const share =
    attemptSeconds === undefined || attemptSeconds === 0 ? MIN_WAIT : (100 * seconds) / attemptSeconds;
  return { flexGrow: Math.min(100, Math.max(MIN_WAIT, share)) };
}
