'use client';

import { type KeyboardEvent, useRef, useState } from 'react';
import { clsx } from '@/components/ui/clsx';
import { Icon } from '@/components/ui/icon';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { ReferenceText } from '../../expression-input/reference-text';
import { expressionRegions } from '../../expression-input/tokens';
import { useExpressionScope } from '../../expression-input/use-expression-scope';
import { useFormScope } from '../form-context';
import { mayBeAddress, readRecipients, splitRecipients, writeRecipients } from '../recipients';
import type { WidgetProps } from '../widget-props';
import styles from './addresses.module.css';
import { RecipientInput } from './recipient-input';

/**
 * Recipients as chips that can be typed, pasted, removed and reached by keyboard. A template is a chip as
 * well.
 */
export function AddressesWidget(props: WidgetProps) {
  const { id, label, schema, value, onChange, siblings, describedBy } = props;
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [said, setSaid] = useState('');
  const recipients = readRecipients(value);
  // Chat channels do not use email addresses.
  const isMail = siblings.channel === undefined || siblings.channel === 'email';
  const strange = isMail ? recipients.filter((recipient) => !mayBeAddress(recipient)) : [];
  const invalid = props.invalid || strange.length > 0;

  const write = (next: readonly string[]) => onChange(writeRecipients(next, value, schema));
  const without = (index: number) => recipients.filter((_, other) => other !== index);
  const add = (text: string) => {
    const fresh = [...new Set(splitRecipients(text))].filter((one) => !recipients.includes(one));
    setTyped('');
    if (fresh.length === 0) return;
    write([...recipients, ...fresh]);
    setSaid(`Added ${fresh.join(', ')}.`);
  };
  const remove = (index: number) => {
    write(without(index));
    setSaid(`Removed ${recipients[index] ?? ''}.`);
  };
  const onCommand = (index: number, command: ChipCommand) => {
    const places = { previous: index - 1, next: index + 1, first: 0, last: recipients.length };
    if (command === 'edit') {
      setTyped(recipients[index] ?? '');
      write(without(index));
      requestAnimationFrame(() => focusPlace(box.current, recipients.length));
    } else if (command === 'remove') {
      remove(index);
      requestAnimationFrame(() => focusPlace(box.current, index));
    } else focusPlace(box.current, places[command]);
  };
  return (
    <div ref={box}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the box only passes a click beside the chips on to the input. */}
      <div
        className={clsx(styles.box, invalid && styles.invalid)}
        onMouseDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          focusPlace(box.current, recipients.length);
        }}
      >
        {recipients.length > 0 && (
          <ul className={styles.chips} aria-label={`${label}, ${recipients.length} selected`}>
            {recipients.map((recipient, index) => (
              <RecipientChip
                key={`${recipient} ${index}`}
                recipient={recipient}
                strange={strange.includes(recipient)}
                onCommand={(command) => onCommand(index, command)}
              />
            ))}
          </ul>
        )}
        <RecipientInput
          id={id}
          label={`Add to ${label}`}
          typed={typed}
          onType={setTyped}
          onAdd={add}
          onRemoveLast={() => recipients.length > 0 && remove(recipients.length - 1)}
          onLeft={() => recipients.length > 0 && focusPlace(box.current, recipients.length - 1)}
          invalid={invalid}
          describedBy={[`${id}-strange`, describedBy ?? ''].filter(Boolean).join(' ')}
          placeholder={recipients.length === 0 && isMail ? 'name@example.org' : undefined}
        />
      </div>
      <div id={`${id}-strange`}>
        {strange.map((recipient, index) => (
          <p key={`${recipient} ${index}`} className={styles.strange}>
            “{recipient}” is not an email address. Enter an address such as jo@example.org.
          </p>
        ))}
      </div>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </div>
  );
}

/** Focuses the chip at an index, or the input after the last one. */
function focusPlace(box: HTMLElement | null, index: number): void {
  const chips = box?.querySelectorAll<HTMLElement>('[data-chip]') ?? [];
  const chip = chips[Math.max(0, index)];
  const input = box?.querySelector<HTMLElement>('.cm-content, input, textarea');
  (chip ?? input)?.focus();
}

/** Commands of a chip: edits and moves of the focus. */
type ChipCommand = 'edit' | 'remove' | 'previous' | 'next' | 'first' | 'last';

interface RecipientChipProps {
  recipient: string;
  /** Not a valid address. */
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

/** A recipient: Enter edits, Delete removes, arrow keys move to its neighbours. */
function RecipientChip({ recipient, strange, onCommand }: RecipientChipProps) {
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

/** The expression of a text that is exactly one template. */
function wholeExpression(text: string): string | undefined {
  const [region] = expressionRegions(text, 'template');
  const isWhole = region?.closed === true && region.from === 0 && region.to === text.length;
  return isWhole ? text.slice(region.innerFrom, region.innerTo).trim() : undefined;
}
