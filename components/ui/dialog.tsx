'use client';

import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { IconButton } from './icon-button';
import { useDialogFocus } from './use-dialog-focus';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One sentence under the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  /** 440, 640 or 880 px. @default 'sm' */
  size?: 'sm' | 'md' | 'lg';
}

/** A modal dialog with a question or a small form. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'sm',
}: DialogProps) {
  const focus = useDialogFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          className={styles.dialog}
          data-size={size}
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className={styles.head}>
            <div>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              {description && (
                <Radix.Description className={styles.description}>{description}</Radix.Description>
              )}
            </div>
          </div>
          {children && <div className={styles.body}>{children}</div>}
          {footer && <div className={styles.foot}>{footer}</div>}
          {/* Last in order, so that an opened dialog focuses its first field. */}
          <Radix.Close asChild>
            <IconButton icon="x" label="Close" className={styles.close} />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
