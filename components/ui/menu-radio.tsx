'use client';

import { DropdownMenu } from 'radix-ui';
import { Icon } from './icon';
import styles from './menu.module.css';

export interface MenuRadioProps<V extends string> {
  value: V;
  onValueChange: (value: V) => void;
  choices: readonly { readonly value: V; readonly label: string }[];
}

/** Choices of a `Menu` of which one is on. */
export function MenuRadio<V extends string>({ value, onValueChange, choices }: MenuRadioProps<V>) {
  return (
    <DropdownMenu.RadioGroup value={value}>
      {choices.map((choice) => (
        <DropdownMenu.RadioItem
          key={choice.value}
          value={choice.value}
          onSelect={() => onValueChange(choice.value)}
          className={styles.item}
        >
          <span className={styles.text}>{choice.label}</span>
          <DropdownMenu.ItemIndicator className={styles.icon}>
            <Icon name="check" size={14} />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
