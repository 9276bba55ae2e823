'use client';

import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from './icon';
import { Kbd } from './kbd';
import styles from './menu.module.css';

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  /** `MenuItem`, `MenuRadio`, `MenuHeading` and `MenuSeparator`. */
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** @default 'start' */
  align?: 'start' | 'center' | 'end';
  /** @default 'bottom' */
  side?: 'top' | 'right' | 'bottom' | 'left';
}

/** A list of commands behind a button. */
export function Menu({ trigger, children, open, onOpenChange, align = 'start', side = 'bottom' }: MenuProps) {
  return (
    <DropdownMenu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={styles.menu}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface MenuHeadingProps {
  children: ReactNode;
}

/** Names the items that follow in a `Menu`. */
export function MenuHeading({ children }: MenuHeadingProps) {
  return <DropdownMenu.Label className={styles.heading}>{children}</DropdownMenu.Label>;
}

export interface MenuItemProps {
  children: ReactNode;
  onSelect?: () => void;
  /** Makes it a link, to a file or another site. For pages, use the router in `onSelect`. */
  href?: string;
  icon?: IconName;
  /** A second line with details. */
  detail?: ReactNode;
  shortcut?: string;
  disabled?: boolean;
}

/** One command of a `Menu`. */
export function MenuItem({ children, onSelect, href, icon, detail, shortcut, disabled }: MenuItemProps) {
  const content = (
    <>
      {icon && <Icon name={icon} size={14} className={styles.icon} />}
      <span className={styles.text}>
        {children}
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </>
  );
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      disabled={disabled}
      asChild={href !== undefined}
      className={styles.item}
    >
      {href === undefined ? content : <a href={href}>{content}</a>}
    </DropdownMenu.Item>
  );
}

export interface MenuRadioProps<V extends string> {
  value: V;
  onValueChange: (value: V) => void;
  choices: readonly { readonly value: V; readonly label: string }[];
}

/** Choices of a `Menu`, one of which is selected. */
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

/** A line between two kinds of items in a `Menu`. */
export function MenuSeparator() {
  return <DropdownMenu.Separator className={styles.separator} />;
}
