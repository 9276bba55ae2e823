'use client';

import { CopyButton } from '@/components/ui/copy-button';
import type { WebhookConfig } from '@/lib/contracts/triggers';
import { callExample } from './model/shell';
import { addressOf, maskedAddress } from './model/trigger-paths';
import styles from './trigger-details.module.css';

export interface CallExampleProps {
  /** Undefined before the webhook is saved. */
  path: string | undefined;
  signature: WebhookConfig['signature'];
  header: WebhookConfig['header'];
  /** Initially expanded. */
  open?: boolean;
}

/** Shell commands that call a webhook. The displayed text hides the token, the copied text contains it. */
export function CallExample({ path, signature, header, open }: CallExampleProps) {
  const address = path === undefined ? undefined : addressOf(path, window.location.origin);
  const example = (at: string) => callExample({ address: at, signature, header });
  return (
    <details className={styles.example} open={open}>
      <summary>Example call</summary>
      <div className={styles.shell}>
        <pre>{example(address === undefined ? 'https://…' : maskedAddress(address))}</pre>
        {address !== undefined && <CopyButton text={example(address)} label="Copy commands" />}
      </div>
    </details>
  );
}
