'use client';

import { CopyButton } from '@/components/ui/copy-button';
import type { WebhookConfig } from '@/lib/contracts/triggers';
import { callExample } from './model/shell';
import { addressOf, maskedAddress } from './model/trigger-paths';
import styles from './trigger-details.module.css';

export interface CallExampleProps {
  /** Of a webhook that is not saved yet there is none. */
  path: string | undefined;
  signature: WebhookConfig['signature'];
  header: WebhookConfig['header'];
  /** Unfolded from the beginning. */
  open?: boolean;
}

/** How to call a webhook from a shell. What is shown hides the address; what is copied works. */
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
