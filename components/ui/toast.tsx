'use client';

import { Toast as Radix } from 'radix-ui';
import { Button } from './button';
import { Icon } from './icon';
import styles from './toast.module.css';
import type { ToastMessage } from './use-toast';

export interface ToastProps {
  message: ToastMessage;
  onClose: () => void;
}

const ICONS = { completed: 'check', failed: 'err', stale: 'warn', pending: 'info' } as const;

/** How long a message stays, in milliseconds: long enough to read two lines. */
const STAYS_MS = 5000;
const FAILURE_STAYS_MS = 10_000;

/** One message of `ToastProvider`. */
export function Toast({ message, onClose }: ToastProps) {
  const { title, detail, status = 'completed', action } = message;
  const failed = status === 'failed';
  return (
    <Radix.Root
      type={failed ? 'foreground' : 'background'}
      duration={failed ? FAILURE_STAYS_MS : STAYS_MS}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      className={styles.toast}
    >
      <span className={styles.glyph} data-status={status}>
        <Icon name={ICONS[status]} />
      </span>
      <div className={styles.text}>
        <Radix.Title className={styles.title}>{title}</Radix.Title>
        {detail && <Radix.Description className={styles.detail}>{detail}</Radix.Description>}
      </div>
      {action && (
        <Radix.Action asChild altText={action.label}>
          <Button size="sm" onClick={action.onSelect}>
            {action.label}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close aria-label="Dismiss" className={styles.close}>
        <Icon name="x" size={14} />
      </Radix.Close>
    </Radix.Root>
  );
}
