'use client';

import { Toast as Radix } from 'radix-ui';
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react';
import { Button } from './button';
import { Icon } from './icon';
import styles from './toast.module.css';

/** A message that disappears after a while. */
export interface ToastMessage {
  /** What happened, in one sentence. */
  title: string;
  detail?: string;
  /** `failed` is announced immediately and is shown longer. @default 'completed' */
  status?: 'completed' | 'failed' | 'stale' | 'pending';
  /** A command, for example to undo. */
  action?: ToastAction;
  /** Another command, below the text. */
  secondAction?: ToastAction;
}

/** A command of a message. */
export interface ToastAction {
  readonly label: string;
  readonly onSelect: () => void;
}

/** Shows a message. */
export type ShowToast = (message: ToastMessage) => void;

/** Set by `ToastProvider`. */
export const ToastContext = createContext<ShowToast | undefined>(undefined);

/** The function that shows a message. @throws Error outside `ToastProvider` */
export function useToast(): ShowToast {
  const show = use(ToastContext);
  if (!show) throw new Error('useToast needs a ToastProvider above it.');
  return show;
}

export interface ToastProps {
  message: ToastMessage;
  onClose: () => void;
}

const ICONS = { completed: 'check', failed: 'err', stale: 'warn', pending: 'info' } as const;

/** How long a message is shown, in ms: long enough to read two lines. */
const STAYS_MS = 5000;
const FAILURE_STAYS_MS = 10_000;

/** One message of `ToastProvider`. */
export function Toast({ message, onClose }: ToastProps) {
  const { title, detail, status = 'completed', action, secondAction } = message;
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
        {secondAction && <ActionButton action={secondAction} />}
      </div>
      {action && <ActionButton action={action} />}
      <Radix.Close aria-label="Dismiss" className={styles.close}>
        <Icon name="x" size={14} />
      </Radix.Close>
    </Radix.Root>
  );
}

interface ActionButtonProps {
  action: ToastAction;
}

/** A command of a message, which closes it. */
function ActionButton({ action: { label, onSelect } }: ActionButtonProps) {
  return (
    <Radix.Action asChild altText={label}>
      <Button size="sm" onClick={onSelect} className={styles.action}>
        {label}
      </Button>
    </Radix.Action>
  );
}

export interface ToastProviderProps {
  children: ReactNode;
}

/** Largest number of messages shown; older ones are removed. */
const MOST = 4;

/** Shows the messages of `useToast` at the lower right. */
export function ToastProvider({ children }: ToastProviderProps) {
  const [messages, setMessages] = useState<readonly { id: number; message: ToastMessage }[]>([]);
  const nextId = useRef(0);

  const show = useCallback((message: ToastMessage) => {
    nextId.current += 1;
    const entry = { id: nextId.current, message };
    setMessages((shown) => [...shown, entry].slice(-MOST));
  }, []);

  const remove = useCallback((id: number) => {
    setMessages((shown) => shown.filter((entry) => entry.id !== id));
  }, []);

  return (
    <ToastContext value={show}>
      <Radix.Provider swipeDirection="right">
        {children}
        {messages.map(({ id, message }) => (
          <Toast key={id} message={message} onClose={() => remove(id)} />
        ))}
        {/* Without Radix's F8, which is the shortcut of the next problem. */}
        <Radix.Viewport hotkey={['altKey', 'KeyT']} className={styles.viewport} />
      </Radix.Provider>
    </ToastContext>
  );
}
