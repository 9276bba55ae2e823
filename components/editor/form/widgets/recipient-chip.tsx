'use client';

import type { KeyboardEvent } from 'react';
import { Icon } from '@/components/ui/icon';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { ReferenceText } from '../../expression-input/reference-text';
import { expressionRegions } from '../../expression-input/tokens';
import { useExpressionScope } from '../../expression-input/use-expression-scope';
import { useFormScope } from '../form-context';
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
  const { stepId, names } = useFormScope();
  const knowledge = useExpressionScope({ stepId, names });
  const expression = wholeExpression(recipient);
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
        title="Enter edits, Delete removes, arrow keys move"
        onClick={() => onCommand('edit')}
        onKeyDown={onKeyDown}
      >
        {strange && <Icon name="warn" size={12} />}
        {expression === undefined ? (
          <span>{recipient}</span>
        ) : (
          <ReferenceText source={expression} knowledge={knowledge} />
        )}
        {strange && <VisuallyHidden>, not an email address</VisuallyHidden>}
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

/** The expression that a text is, and nothing else. */
function wholeExpression(text: string): string | undefined {
  const [region] = expressionRegions(text, 'template');
  const isWhole = region?.closed === true && region.from === 0 && region.to === text.length;
  return isWhole ? text.slice(region.innerFrom, region.innerTo).trim() : undefined;
}
