'use client';

import { Popover } from 'radix-ui';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import styles from './combobox.module.css';
import { Icon, type IconName } from './icon';
import { Input } from './input';
import { arrowStep, listTarget } from './list-navigation';

/** One of many values to choose from. */
export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
  /** Secondary text at the right. */
  readonly detail?: string;
  /** Another name, by which it is found too. */
  readonly alias?: string | undefined;
}

export interface ComboboxProps {
  value: string;
  onValueChange: (value: string) => void;
  options: readonly ComboboxOption[];
  /** Name of the list for screen readers: `Time zones`. */
  listLabel: string;
  icon?: IconName;
  placeholder?: string;
  id?: string;
  'aria-describedby'?: string | undefined;
  invalid?: boolean;
  disabled?: boolean;
}

/** Largest number of shown options; typing finds others. */
const MOST_SHOWN = 60;

/** One of many known values, found by typing; the arrow keys move through the matches. */
export function Combobox({
  value,
  onValueChange,
  options,
  listLabel,
  icon,
  placeholder,
  ...control
}: ComboboxProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState<string>();
  const [at, setAt] = useState(0);
  const chosen = options.find((option) => option.value === value);
  const found =
    query === undefined || query === '' ? options : options.filter((option) => matches(option, query));
  const shown = found.slice(0, MOST_SHOWN);
  const open = query !== undefined;
  const optionId = (index: number) => `${listId}-${index}`;

  function show(text: string) {
    setQuery(text);
    const first = text === '' ? options.findIndex((option) => option.value === value) : 0;
    setAt(Math.max(0, Math.min(first, MOST_SHOWN - 1)));
  }

  function choose(option: ComboboxOption | undefined) {
    setQuery(undefined);
    if (option !== undefined && option.value !== value) onValueChange(option.value);
  }

  function leave() {
    const typed = query?.trim().toLowerCase();
    choose(
      options.find(({ label, alias = label }) => [label, alias].some((name) => name.toLowerCase() === typed)),
    );
  }

  function move(next: number) {
    setAt(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!open) {
      if (arrowStep(event.key) !== undefined) {
        event.preventDefault();
        show('');
      }
      return;
    }
    const target = listTarget(event.key, { at, count: shown.length, inText: true });
    if (target !== undefined) move(target);
    else if (event.key === 'Enter') choose(shown[at]);
    else if (event.key === 'Escape') setQuery(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <Popover.Root open={open}>
      <Popover.Anchor asChild>
        <span className={styles.anchor}>
          <Input
            {...control}
            ref={input}
            role="combobox"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={open && shown.length > 0 ? optionId(at) : undefined}
            autoComplete="off"
            spellCheck={false}
            {...(icon === undefined ? {} : { icon })}
            placeholder={chosen?.label ?? placeholder}
            value={query ?? chosen?.label ?? value}
            onChange={(event) => show(event.target.value)}
            onFocus={(event) => event.target.select()}
            onClick={() => {
              if (!open) show('');
            }}
            onBlur={leave}
            onKeyDown={onKeyDown}
            trailing={<Icon name="down" size={14} className={styles.arrow} />}
          />
        </span>
      </Popover.Anchor>
      {/* Inside the surrounding dialog, the only element that may scroll while it is open. */}
      <Popover.Portal
        container={open ? (input.current?.closest<HTMLElement>('[role="dialog"]') ?? undefined) : undefined}
      >
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={styles.box}
          role="presentation"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={() => setQuery(undefined)}
          // The input keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          <div id={listId} role="listbox" aria-label={listLabel} className={styles.list}>
            {shown.map((option, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus and names the active option.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys.
              <div
                key={option.value}
                id={optionId(index)}
                role="option"
                aria-selected={option.value === value}
                data-active={index === at || undefined}
                className={styles.option}
                onClick={() => choose(option)}
              >
                <span className={styles.label}>{option.label}</span>
                {option.detail && <span className={styles.detail}>{option.detail}</span>}
                {option.value === value && <Icon name="check" size={14} />}
              </div>
            ))}
          </div>
          {shown.length === 0 && <p className={styles.none}>No match for “{query}”</p>}
          {found.length > shown.length && (
            <p className={styles.none}>{found.length - shown.length} more. Type to search.</p>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Whether names and detail contain every word of the query; `_` and `/` count as spaces. */
function matches({ label, detail = '', alias = '' }: ComboboxOption, query: string): boolean {
  const text = plain(`${label} ${detail} ${alias}`);
  return plain(query)
    .split(' ')
    .every((word) => text.includes(word));
}

function plain(text: string): string {
  return text.trim().toLowerCase().replaceAll(/[_/]/g, ' ');
}
