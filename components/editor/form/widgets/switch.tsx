'use client';

import { Switch } from '@/components/ui/switch';
import { textOf } from '../text';
import type { WidgetProps } from '../widget-props';
import styles from './widgets.module.css';

/** A boolean value. */
export function SwitchWidget({ id, label, schema, value, onChange, describedBy }: WidgetProps) {
  const isOn = (value === undefined ? schema.default : value) === true;
  const isStrange = value !== undefined && typeof value !== 'boolean';
  return (
    <div className={styles.switch}>
      <Switch
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        checked={isOn}
        onCheckedChange={onChange}
      />
      <span>{isStrange ? textOf(value) : onOrOff(isOn)}</span>
    </div>
  );
}

function onOrOff(isOn: boolean): string {
  return isOn ? 'Yes' : 'No';
}
