'use client';

import { Toast as Radix } from 'radix-ui';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Toast } from './toast';
import styles from './toast.module.css';
import { ToastContext, type ToastMessage } from './use-toast';

export interface ToastProviderProps {
  children: ReactNode;
}

/** At most this many at once: older ones make room. */
const MOST = 4;

/** Holds the messages that `useToast` shows, at the lower right. */
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
        {/* Not Radix's F8: that key goes to the next problem. */}
        <Radix.Viewport hotkey={['altKey', 'KeyT']} className={styles.viewport} />
      </Radix.Provider>
    </ToastContext>
  );
}
