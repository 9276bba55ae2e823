'use client';

import { createContext, use } from 'react';

/** A message that leaves by itself. */
export interface ToastMessage {
  /** What happened, in one sentence. */
  title: string;
  detail?: string;
  /** `failed` is announced at once and stays longer. @default 'completed' */
  status?: 'completed' | 'failed' | 'stale' | 'pending';
  /** A way back or onward. */
  action?: { readonly label: string; readonly onSelect: () => void };
}

/** Shows a message. */
export type ShowToast = (message: ToastMessage) => void;

/** Carries `ShowToast` from `ToastProvider` down. */
export const ToastContext = createContext<ShowToast | undefined>(undefined);

/** The function that shows a message. @throws Error outside `ToastProvider` */
export function useToast(): ShowToast {
  const show = use(ToastContext);
  if (!show) throw new Error('useToast needs a ToastProvider above it.');
  return show;
}
