'use client';

import { textOf } from '../text';
import type { WidgetProps } from '../widget-props';
import { durationFromText, spokenDuration } from './duration';
import { NumberWidget } from './number';
import styles from './widgets.module.css';

/** A duration in seconds, which may be typed as `1m 30s`, with a description in larger units from a minute on. */
export function SecondsWidget(props: WidgetProps) {
  const { value, schema } = props;
  const spoken = typeof value === 'number' ? spokenDuration(value) : undefined;
  return (
    <>
      <NumberWidget
        {...props}
        schema={{ ...schema, unit: schema.unit ?? 's' }}
        read={durationFromText}
        {...(spoken === undefined ? {} : { spoken })}
      />
      {spoken !== undefined && (
        <p className={styles.readBack}>
          {textOf(value)} s = {spoken}
        </p>
      )}
    </>
  );
}
