'use client';

import type { KeyboardEvent } from 'react';
import { Icon } from '@/components/ui/icon';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import styles from './addresses.module.css';

/** What can be done to a chip, or where the keyboard goes from it. */
export type ChipCommand = 'edit' | 'remove' | 'previous' | 'next' | 'first' | 'last';

export interface RecipientChipProps {
  recipient: string;
  /** It is no address where one is needed. */
  strange: boolean;
  onCommand: (command: ChipCommand) => void;
}

const KEYS: Readonly<Record<string, ChipCommand>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Home: 'first',
  End: 'last',
  Backspace: 'remove',
  Delete: 'remove',
  Enter: 'edit',
  F2: 'edit',
};

/** One recipient: Enter edits it, Delete takes it out, arrow keys go on to its neighbours. */
export function RecipientChip({ recipient, strange, onCommand }: RecipientChipProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const command = KEYS[event.key];
    if (command === undefined) return;
    event.preventDefault();
    onCommand(command);
  };
  return (
    <li className={styles.chip} data-strange={strange || undefined}>
      <button
        type="button"
        data-chip
        className={styles.name}
        title="Enter edits, Delete removes, arrow keys go on"
        onClick={() => onCommand('edit')}
        onKeyDown={onKeyDown}
      >
        {recipient.includes('{{') && <Icon name="braces" size={12} />}
        {strange && <Icon name="warn" size={12} />}
        <span>{recipient}</span>
        {strange && <VisuallyHidden>, not an address</VisuallyHidden>}
      </button>
      <button
        type="button"
        tabIndex={-1}
        className={styles.remove}
        aria-label={`Remove ${recipient}`}
        onClick={() => onCommand('remove')}
      >
        <Icon name="x" size={12} />
      </button>
    </li>
  );
}
