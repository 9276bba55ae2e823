'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { addressOf, maskedAddress } from './model/address';
import styles from './trigger-details.module.css';

export interface WebhookAddressProps {
  /** Null when no key of this server opens it. */
  path: string | null;
  /** The trigger's name. */
  name: string;
  onRenew: () => void;
}

/** Where to call a webhook: hidden until somebody asks, since whoever has it may start runs. */
export function WebhookAddress({ path, name, onRenew }: WebhookAddressProps) {
  const [isShown, setIsShown] = useState(false);
  const renew = (
    <Button
      size="sm"
      variant="quiet"
      icon="retrying"
      aria-label={`Regenerate the URL of ${name}`}
      onClick={onRenew}
    >
      Regenerate…
    </Button>
  );
  if (path === null) {
    return (
      <Notice status="failed" title="This server has no key to decrypt the URL.">
        Start the server with the key that encrypted the URL, or regenerate the URL. {renew}
      </Notice>
    );
  }
  const address = addressOf(path, window.location.origin);
  return (
    <div className={styles.address}>
      <code className={styles.url}>{isShown ? address : maskedAddress(address)}</code>
      <span className={styles.tools}>
        <IconButton
          icon="eye"
          size="sm"
          iconSize={14}
          pressed={isShown}
          label={isShown ? `Hide the URL of ${name}` : `Show the URL of ${name}`}
          onClick={() => setIsShown(!isShown)}
        />
        <CopyButton text={address} label={`Copy the URL of ${name}`} />
        {renew}
      </span>
    </div>
  );
}
