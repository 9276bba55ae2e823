'use client';

import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { ExpressionInput } from '../../expression-input/expression-input';
import { closeBraces } from '../close-braces';
import { useFormScope } from '../form-context';
import { splitRecipients } from '../recipients';
import styles from './addresses.module.css';

export interface RecipientInputProps {
  id: string;
  label: string;
  typed: string;
  onType: (text: string) => void;
  /** Called with typed or pasted recipients. */
  onAdd: (text: string) => void;
  /** Called for Backspace in the empty input. */
  onRemoveLast: () => void;
  /** Called for the left arrow at the beginning of the input. */
  onLeft: () => void;
  invalid: boolean;
  describedBy: string;
  placeholder: string | undefined;
}

/** The input for the next recipient: plain, and with suggestions for expressions as soon as braces are opened. */
export function RecipientInput(props: RecipientInputProps) {
  const { id, label, typed, onType, onAdd } = props;
  const { stepId, names } = useFormScope();
  const cursor = useRef<number>(undefined);
  // The editor of templates is unmounted when its text is added; the focus must not move to the page.
  const takesFocus = useRef(false);
  if (typed.includes('{{')) {
    return (
      <ExpressionInput
        bare
        id={id}
        label={label}
        value={typed}
        onChange={onType}
        mode="template"
        stepId={stepId}
        names={names}
        describedBy={props.describedBy}
        {...(cursor.current === undefined ? {} : { focusAt: cursor.current })}
        onEnter={() => {
          takesFocus.current = true;
          onAdd(typed);
        }}
        onBlur={() => onAdd(typed)}
      />
    );
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const act = actOf(event.key, {
      isEmpty: typed === '',
      isAtStart: selectionStart === 0 && selectionEnd === 0,
    });
    if (act === undefined) return;
    event.preventDefault();
    if (act === 'add') onAdd(typed);
    else if (act === 'remove') props.onRemoveLast();
    else props.onLeft();
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (splitRecipients(text).length < 2) return;
    event.preventDefault();
    onAdd(`${typed}${text}`);
  };
  return (
    <input
      ref={(input) => {
        if (input !== null && takesFocus.current) input.focus();
        takesFocus.current = false;
      }}
      id={id}
      className={styles.input}
      aria-label={label}
      aria-invalid={props.invalid || undefined}
      aria-describedby={props.describedBy}
      autoComplete="off"
      spellCheck={false}
      placeholder={props.placeholder}
      value={typed}
      onChange={(event) => {
        const { value, selectionStart } = event.target;
        cursor.current = selectionStart ?? value.length;
        onType(closeBraces(value, cursor.current));
      }}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onBlur={() => onAdd(typed)}
    />
  );
}

function actOf(
  key: string,
  at: { isEmpty: boolean; isAtStart: boolean },
): 'add' | 'remove' | 'left' | undefined {
  if (key === 'Enter' || key === ',' || key === ';') return 'add';
  if (key === 'Backspace' && at.isEmpty) return 'remove';
  return key === 'ArrowLeft' && at.isAtStart ? 'left' : undefined;
}
