import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button';
import { AppShell } from './app-shell';
import styles from './fault-page.module.css';
import { TopBar } from './top-bar';

export interface FaultPageProps {
  /** What happened, in a few words. */
  title: string;
  /** Where, and what to do next. */
  children: ReactNode;
  /** Identifies the error in the server's log. */
  reference: { readonly label: string; readonly text: string };
  /** Buttons, the primary one first. */
  actions: ReactNode;
}

/** Replaces a page that cannot be shown. */
export function FaultPage({ title, children, reference, actions }: FaultPageProps) {
  return (
    <AppShell top={<TopBar />}>
      <div className={styles.page}>
        <h1>{title}</h1>
        <p>{children}</p>
        <p className={styles.reference}>
          <span>{reference.label}</span>
          <code>{reference.text}</code>
          <CopyButton text={reference.text} label={`Copy ${reference.label.toLowerCase()}`} />
        </p>
        <div className={styles.actions}>{actions}</div>
      </div>
    </AppShell>
  );
}
