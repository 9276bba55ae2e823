'use client';

import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button';
import styles from './dialog.module.css';
import { useDialogFocus } from './use-dialog-focus';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question, with the name of its subject. */
  title: ReactNode;
  /** What will happen, and what stays. */
  children: ReactNode;
  /** A verb: `Delete pipeline`. */
  confirmLabel: string;
  onConfirm: () => void;
  /** @default 'Cancel' */
  cancelLabel?: string;
  busy?: boolean;
}

/** Asks before something that cannot be undone. It stays open while busy; the caller closes it. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  onConfirm,
  cancelLabel = 'Cancel',
  busy,
}: ConfirmDialogProps) {
  const focus = useDialogFocus();
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.scrim} />
        <AlertDialog.Content className={styles.dialog} data-size="sm" {...focus}>
          <div className={styles.head}>
            <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          </div>
          <AlertDialog.Description asChild>
            <div className={styles.body}>{children}</div>
          </AlertDialog.Description>
          <div className={styles.foot}>
            <AlertDialog.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button variant="primary" busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
