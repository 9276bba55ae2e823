'use client';

import { formatSeconds } from '../../inspector/ruler';
import type { WidgetProps } from '../widget-props';
import { NumberWidget } from './number';
import styles from './widgets.module.css';

/** A duration in seconds, read back in larger units where that helps. */
export function SecondsWidget(props: WidgetProps) {
  const { value, schema } = props;
  return (
    <>
      <NumberWidget {...props} schema={{ ...schema, unit: schema.unit ?? 's' }} />
      {typeof value === 'number' && value >= 60 && (
        <p className={styles.readBack}>= {formatSeconds(value)}</p>
      )}
    </>
  );
}
